// Answers the requests of contract/machine.ts, and passes on what ssh asks and how machines come and go.
import type { machineRequests, MachineListing, MachineName } from '../contract/machine.ts';
import type { EditorMachines } from '../remote/machineServices.ts';
import { heardConnection } from '../remote/mirror/heardConnection.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export type MachineHandlers = Pick<RequestHandlers, keyof typeof machineRequests>;

export interface MachineServing {
  /** Opens what reaches machines at the first request. */
  readonly open: () => Promise<EditorMachines>;
  readonly notify: Notify;
  /** ISO 8601. */
  readonly now: () => string;
}

export function machineHandlers(serving: MachineServing): MachineHandlers {
  const { open, notify } = serving;
  return {
    'list-machines': async () => ({ machines: await listMachines(serving) }),
    'attach-machine': async ({ machine }, signal) => {
      const { machines, runs } = await open();
      const listing = await machines.attach(machine, signal);
      runs.hurry(machine);
      return { machine: listing };
    },
    'detach-machine': async ({ machine }) => {
      await (await open()).machines.detach(machine);
      return {};
    },
    'retry-machine': async ({ machine }, signal) => {
      const { machines, runs } = await open();
      const listing = await machines.retry(machine, signal);
      runs.hurry(machine);
      return { machine: listing };
    },
    'list-ssh-hosts': async () => ({ hosts: await (await open()).machines.sshHosts() }),
    'inspect-machine': ({ machine }, signal) => inspect(serving, machine, signal),
    'provision-machine': async ({ machine, callId }, signal) => {
      const { training } = await open();
      return training.provision(machine, { signal, onProgress: progressOf(callId, notify) });
    },
    'answer-prompt': async ({ promptId, answer }) => {
      (await open()).prompts.answer(promptId, answer);
      return {};
    },
  };
}

/** What another window hears of a machine counts as heard. */
async function listMachines({ open, now }: MachineServing): Promise<MachineListing[]> {
  const { machines } = await open();
  const listings = await machines.list();
  return Promise.all(
    listings.map(async (listing) => ({
      ...listing,
      connection: await heardConnection(
        machines.folder(listing.name),
        listing.connection,
        Date.parse(now()),
      ),
    })),
  );
}

async function inspect({ open }: MachineServing, machine: MachineName, signal: AbortSignal) {
  const { machines, training } = await open();
  const inspected = await training.inspect(machine, { signal });
  await machines.remember(machine, inspected.facts);
  return inspected;
}
