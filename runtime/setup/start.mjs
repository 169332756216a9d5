// `npm start`: sets up what is missing, then runs the agent on the sample workspace. With arguments it is `tool-r1`:
// `npm start -- run "How many rows?" --file sales.csv`.
import path from 'node:path';
import { cli, prepareCache, prepareProgram, projectRoot } from './prepare.mjs';
import { attend } from './runProgram.mjs';
import { say, SetupError } from './say.mjs';

const sampleTasks = path.join('media', 'sample-workspace', 'tasks.jsonl');
const noAnswer = 3;

async function start(args) {
  await prepareProgram();
  if (args.length > 0) return attend(process.execPath, [cli, ...args], { cwd: callerFolder() });
  await prepareCache();
  say(`\nThe agent now works on a task of the sample workspace. All of them: ${sampleTasks}\n`);
  // Always the likeliest token, so that everybody sees the same.
  const limits = ['--max-steps', '5', '--temperature', '0'];
  const demonstration = ['run', '--task', `${sampleTasks}#sample-02`, ...limits];
  const code = await attend(process.execPath, [cli, ...demonstration], { cwd: projectRoot });
  say(
    [
      '',
      'The embedded model is small and often wrong; that the run came to its end is what counts here.',
      'Your own question:  npm start -- run "How many rows are there?" --file path/to/file.csv',
      'A stronger model:   npm start -- run "..." --file ... --model qwen2.5-coder@http://localhost:11434/v1',
      'What works here:    npm start -- doctor',
    ].join('\n'),
  );
  // A small model that gives up is an outcome of the demonstration and no failure of the start.
  return code === noAnswer ? 0 : code;
}

/** npm starts scripts in the project's folder; paths on the command line are meant from where the person is. */
function callerFolder() {
  return process.env.INIT_CWD ?? process.cwd();
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(`\n${error.message}`);
  process.exitCode = typeof error.cause === 'number' ? error.cause : 1;
}
