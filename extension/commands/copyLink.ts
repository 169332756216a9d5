// The command "Copy Link to Trajectory": of the trajectory that was handed over, or of the one that is shown in front.
import * as vscode from 'vscode';
import type { EditorActions } from '../panels/editorActions.ts';
import { readPlace } from '../panels/place.ts';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';

export async function copyLink(
  actions: EditorActions,
  panels: TrajectoryPanels,
  argument: unknown,
): Promise<void> {
  const given = readPlace(argument);
  const shown = panels.active();
  const file = given.ok ? given.value.file : shown?.file;
  const id = given.ok ? given.value.trajectoryId : (shown?.id ?? null);
  if (file === undefined || id === null) {
    void vscode.window.showInformationMessage('Open a trajectory first, then copy the link to it.');
    return;
  }
  await actions.copyLink({ file, id, step: given.ok ? given.value.step : null });
}
