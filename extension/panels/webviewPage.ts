// The HTML of a page in a panel: one script, one style sheet, and a policy that lets nothing else load. What it shows is in
// webview/.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The only folder that a page may read from. */
export function pageRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pageRoot(extensionUri)] };
}

/** Which page: the name of its bundle, and its title for a screen reader. */
export interface PageKind {
  readonly bundle: 'viewer' | 'label' | 'run' | 'start';
  readonly title: string;
}

export function pageOf(
  { bundle, title }: PageKind,
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
): string {
  const address = (name: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extensionUri), name)).toString();
  return pageHtml({
    title,
    script: address(`${bundle}.js`),
    style: address(`${bundle}.css`),
    source: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
  });
}

interface PageParts {
  readonly title: string;
  readonly script: string;
  readonly style: string;
  /** As VS Code names the origin of a webview's resources. */
  readonly source: string;
  readonly nonce: string;
}

function pageHtml({ title, script, style, source, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `img-src ${source} data:`,
    `font-src ${source}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
<body data-nonce="${nonce}">
<script nonce="${nonce}" type="module" src="${script}"></script>
</body>
</html>
`;
}
