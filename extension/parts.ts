// The second bundle of the extension: what the commands and views do. Loaded when one of them is first used, so that a window in
// which nobody uses the product pays for the names of the commands alone.
import { attempt, compose } from './compose.ts';
import { exportLabels, importLabels, openLabelPage } from './labelling/labelCommands.ts';
import { judgeTrajectories } from './labelling/judgeTrajectories.ts';
import { checkMachine } from './machine/checkMachine.ts';
import { installDataPack } from './machine/installDataPack.ts';
import { addEndpoint } from './models/addEndpoint.ts';
import { chooseModel } from './models/chooseModel.ts';
import { forgetKeys } from './models/forgetKeys.ts';
import { setSearchKey } from './models/setSearchKey.ts';
import { openSampleWorkspace, runSample } from './tasks/sampleCommands.ts';
import { TaskCommands } from './tasks/taskCommands.ts';

export const parts = {
  ...{ attempt, compose },
  ...{ openLabelPage, exportLabels, importLabels, judgeTrajectories },
  ...{ checkMachine, installDataPack, addEndpoint, chooseModel, forgetKeys, setSearchKey },
  ...{ openSampleWorkspace, runSample, TaskCommands },
};
