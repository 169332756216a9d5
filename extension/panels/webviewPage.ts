// The HTML of a page in a panel: one script or none, one style sheet, and a policy that lets nothing else load. What a script shows is
// in webview/.
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
  readonly bundle: 'viewer' | 'label' | 'run' | 'start' | 'eval';
  readonly title: string;
}

export function pageOf(
  { bundle, title }: PageKind,
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
): string {
  const nonce = randomBytes(16).toString('hex');
  const { cspSource: source } = webview;
  const script = addressOf(`${bundle}.js`, webview, extensionUri);
  return pageHtml({
    ...{ title, style: addressOf(`${bundle}.css`, webview, extensionUri) },
    policy: [
      `script-src 'nonce-${nonce}'`,
      `style-src ${source} 'nonce-${nonce}'`,
      `img-src ${source} data:`,
      `font-src ${source}`,
    ],
    body: `<body data-nonce="${nonce}">
<script nonce="${nonce}" type="module" src="${script}"></script>
</body>`,
  });
}

/** A page that runs no script. @param body HTML, in which every text is escaped */
export function stillPageOf(
  { bundle, title }: PageKind,
  body: string,
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
): string {
  return pageHtml({
    ...{ title, style: addressOf(`${bundle}.css`, webview, extensionUri) },
    policy: [`style-src ${webview.cspSource}`, `font-src ${webview.cspSource}`],
    body: `<body>\n${body}\n</body>`,
  });
}

function addressOf(name: string, webview: vscode.Webview, extensionUri: vscode.Uri): string {
  return webview.asWebviewUri(vscode.Uri.joinPath(pageRoot(extensionUri), name)).toString();
}

interface PageParts {
  readonly title: string;
  readonly style: string;
  /** What may load; nothing else may. */
  readonly policy: readonly string[];
  readonly body: string;
}

function pageHtml({ title, style, policy, body }: PageParts): string {
  const whole = ["default-src 'none'", ...policy, "form-action 'none'", "base-uri 'none'"].join(
    '; ',
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${whole}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>${title}</title>
</head>
${body}
</html>
`;
}
