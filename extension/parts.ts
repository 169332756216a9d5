// The second bundle of the extension: what the commands and views do. Loaded when one of them is first used, so that a window in
// which nobody uses the product pays for the names of the commands alone.
export { attempt, compose } from './compose.ts';
export { exportLabels, importLabels, openLabelPage } from './labelling/labelCommands.ts';
export { checkMachine } from './machine/checkMachine.ts';
export { addEndpoint } from './models/addEndpoint.ts';
export { chooseModel } from './models/chooseModel.ts';
export { forgetKeys } from './models/forgetKeys.ts';
export { openSampleWorkspace, runSample } from './tasks/sampleCommands.ts';
export { TaskCommands } from './tasks/taskCommands.ts';
