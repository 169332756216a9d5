// Asks the person behind an MCP client whether a call may do something. Where the client cannot ask, nobody can say yes.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { DoorConfirmation } from '../contract/doors.ts';
import { HumanError } from '../support/errors.ts';
import type { DoorTool } from './doorTool.ts';

export interface Asking {
  readonly server: McpServer;
  /** Runs the agent unasked where the client cannot ask. A run is never stopped unasked. */
  readonly allowsRuns: boolean;
  readonly signal: AbortSignal;
}

/** A person may be away for a while. */
const patienceMilliseconds = 10 * 60_000;

/** @throws HumanError when they say no, or cannot be asked */
export async function mustBeAllowed(
  tool: DoorTool,
  { title, message }: DoorConfirmation,
  { server, allowsRuns, signal }: Asking,
): Promise<void> {
  const canAsk = server.server.getClientCapabilities()?.elicitation !== undefined;
  if (!canAsk) {
    if (allowsRuns && tool.effect === 'runs') return;
    throw new HumanError(cannotAsk(tool));
  }
  const { action } = await server.server.elicitInput(
    { message: `${title}\n\n${message}`, requestedSchema: { type: 'object', properties: {} } },
    { signal, timeout: patienceMilliseconds },
  );
  if (action === 'accept') return;
  throw new HumanError(`The person did not allow it (${action}). Nothing was done.`);
}

function cannotAsk({ name, effect }: DoorTool): string {
  const wish = `${name} needs a person's consent, and this client cannot ask for it (MCP elicitation).`;
  return effect === 'runs'
    ? `${wish} A person can start the server with --allow-run.`
    : `${wish} A person can do it in VS Code or with tool-r1.`;
}
