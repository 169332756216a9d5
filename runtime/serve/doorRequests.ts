// Answers the requests of contract/doors.ts: the editor's own agents call the same tools as those behind the MCP server. The tools are
// loaded by the first of them.
import type { DoorHost, DoorPlace, DoorServices } from '../mcp/doorHost.ts';
import type { DoorTool } from '../mcp/doorTool.ts';
import type { EditorMachines } from '../remote/machineServices.ts';
import { HumanError } from '../support/errors.ts';
import type { Notify, Params, RequestHandlers } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export interface DoorServing extends DoorServices {
  /** Opens what reaches machines at the first call that needs it. */
  readonly openMachines: () => Promise<EditorMachines>;
  readonly notify: Notify;
}

export function doorHandlers(
  serving: DoorServing,
): Pick<RequestHandlers, 'describe-door-call' | 'call-door-tool'> {
  return {
    'describe-door-call': async (params) => {
      const tool = await toolNamed(params.tool);
      const confirmation = await tool.confirmation(params.input, await placeOf(params, serving));
      return { activity: tool.activity(params.input), confirmation };
    },
    'call-door-tool': async (params, signal) => {
      const tool = await toolNamed(params.tool);
      if (tool.effect !== 'reads' && !params.isAllowed) {
        throw new HumanError(`${tool.title} needs a person's consent in a trusted workspace.`);
      }
      const { viewer, names, notify } = serving;
      const run = watchedRun(params, serving);
      const host: DoorHost = { ...(await placeOf(params, serving)), viewer, run, names };
      const onProgress = progressOf(params.callId, notify);
      return { text: await tool.call(params.input, host, { signal, onProgress }) };
    },
  };
}

/** The window hears of what is run, as of what it starts itself. */
function watchedRun(
  { callId, folders }: Params<'call-door-tool'>,
  { run, notify }: DoorServing,
): DoorServices['run'] {
  return (request, options) => {
    const { trajectoryId, file, labelsOf, task } = request;
    const workspace = labelsOf ?? folders[0] ?? '';
    const started = { callId, trajectoryId, file: file ?? '', workspace, question: task.question };
    notify('door-rollout-started', started);
    return run(request, options);
  };
}

async function toolNamed(wanted: string): Promise<DoorTool> {
  const { allDoorTools } = await import('../mcp/allDoorTools.ts');
  const found = allDoorTools.find(({ name }) => name === wanted);
  if (found === undefined) throw new HumanError(`There is no tool ${wanted}.`);
  return found;
}

async function placeOf(
  { folders, model, recipe }: Params<'describe-door-call'>,
  { openMachines }: DoorServing,
): Promise<DoorPlace> {
  const { openDoorFolders } = await import('../mcp/doorFolders.ts');
  return { folders: await openDoorFolders(folders), openMachines, model, recipe };
}
