// Every attack on the Node that runs the tests.
import { describeAttacks } from './attackSuite.ts';

describeAttacks({
  version: process.versions.node,
  path: () => Promise.resolve(process.execPath),
});
