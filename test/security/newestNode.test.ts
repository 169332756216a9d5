// Every attack on the newest Node: flags of the permission model and the engine differ from version to version.
import { describeAttacks } from './attackSuite.ts';
import { newestNode, newestNodeVersion } from './newestNode.ts';

describeAttacks({ version: newestNodeVersion, path: newestNode });
