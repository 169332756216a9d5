// final_answer: hands in the answer. The sandbox ends the step at the call; here the value only passes through.
import type { Tool } from './tool.ts';

export const finalAnswer: Tool = {
  signature: {
    name: 'final_answer',
    description: 'Hands in the answer to the task and ends it. Call it once, when you are sure.',
    parameters: [
      {
        name: 'answer',
        type: 'Any',
        description:
          'The answer: text, a number, a list or a dict, in the form that the task asks for.',
      },
    ],
    returns: 'Any',
    isFinal: true,
  },
  call: (args) => Promise.resolve(args['answer']),
};
