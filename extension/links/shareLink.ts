// The link to a trajectory as another person, or another window, can follow it.
import * as vscode from 'vscode';
import { extensionId } from '../manifest.ts';
import { linkPath, linkQuery, type TrajectoryLink } from './trajectoryLink.ts';

export async function shareLink(link: TrajectoryLink): Promise<string> {
  const { uriScheme, uiKind } = vscode.env;
  const plain = `${uriScheme}://${extensionId}${linkPath}?${linkQuery(link)}`;
  // The desktop opens its own scheme. In a browser it has to be an address that the server answers.
  if (uiKind === vscode.UIKind.Desktop) return plain;
  const external = vscode.env
    .asExternalUri(vscode.Uri.parse(plain))
    .then((uri) => uri.toString(true));
  return Promise.resolve(external).catch(() => plain);
}
