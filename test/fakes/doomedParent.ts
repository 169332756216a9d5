// A parent that will be killed: starts the process for the extension and a rollout that never ends, and says when Python runs.
import { MainProcess } from './mainProcess.ts';
import { until } from './until.ts';

const [workspace = '', model = ''] = process.argv.slice(2);
const main = new MainProcess().listen();
const { trajectoryId } = await main.request('run-agent', {
  question: 'x',
  files: [],
  workspace,
  model,
});
await until(() => main.eventsOf(trajectoryId).some(({ type }) => type === 'reply-parsed'), 30_000);
process.send?.('running');
