// ToolRL's prompt, in our words: the task, the tools, the steps of a turn, the form of a reply, and notes. A row of ToolRL's data
// brings a system prompt of its own, with tools that stand nowhere else; then that one is used as it is.
import type { Prompt, PromptInput } from './protocol.ts';
import { parametersAsJson } from './renderToolJson.ts';
import { callTurn, historyHead, toolRlCallForm } from './toolRlText.ts';

export function toolRlPrompt({ instruction, question, tools }: PromptInput): Prompt {
  if (instruction !== undefined) return { system: instruction, user: question };
  return {
    system: [role, available(tools), steps, form, notes].join('\n\n'),
    user: `${historyHead}\n\n<user> ${question.trim()} </user>`,
  };
}

const role =
  'You help in a dialogue. With the tools below you can find out and do things; think about what the user needs, then call tools or reply.';

function available(tools: PromptInput['tools']): string {
  const listed = tools.map(
    ({ name, description, parameters }, place) =>
      `${place + 1}. Name: ${name}\nDescription: ${description}\nParameters: ${parametersAsJson(parameters)}`,
  );
  return `**Available Tools**\n${listed.length === 0 ? 'There are none.' : listed.join('\n')}`;
}

const steps = [
  '**Steps for Each Turn**',
  '1. Think: recall the dialogue and say what is wanted next.',
  '2. Decide: call tools where they get the user further; otherwise reply.',
  '3. Respond: tell the user what matters, where something is to be told.',
].join('\n');

const form = [
  '**Output Format**',
  callTurn('your thought', `${toolRlCallForm}\n${toolRlCallForm}`),
  '<response>what you tell the user</response>',
].join('\n');

const notes = [
  '**Important Notes**',
  '1. <think> always comes first. At least one of <tool_call> and <response> follows it; leave out the one that you do not need.',
  '2. Several calls may be made at once: each is one JSON object on a line of its own, with the keys name and parameters. Where a tool needs no parameters, write {}.',
  '3. The history may hold your earlier calls, and in <obs> what they gave. Build on it, and do not call the same again.',
].join('\n');
