// What ssh starts when it has a question: hands it to the process that started ssh, and prints the answer. No answer ends it with
// code 1, which ssh takes as "no". The text of the question is its argument.
import { connect } from 'node:net';

const { TOOL_R1_ASKPASS: place, SSH_ASKPASS_PROMPT: hint = '' } = process.env;

const socket = connect(place ?? '');
let answer = '';
socket.setEncoding('utf8');
socket.on('data', (text) => (answer += text));
socket.on('error', () => process.exit(1));
socket.on('end', () => {
  if (!answer.startsWith('=')) process.exit(1);
  process.stdout.write(`${answer.slice(1)}\n`, () => process.exit(0));
});
socket.write(`${JSON.stringify({ question: process.argv[2] ?? '', hint })}\n`);
