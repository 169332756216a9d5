// By which address and network device one machine of a run reaches the other, as NCCL and vLLM want to be told.
import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { RunJob } from '../contract/training/runFolder.ts';
import { HumanError } from '../support/errors.ts';

export interface NetworkRoute {
  /** IPv4, of this machine. */
  readonly address: string;
  /** Such as `eth0`; null where the system does not say. */
  readonly device: string | null;
}

/** Nothing is sent. @throws HumanError when there is no way to `host`, an IPv4 address */
export async function routeTo(host: string): Promise<NetworkRoute> {
  const socket = createSocket('udp4');
  try {
    await connected(socket, host);
    const { address } = socket.address();
    return { address, device: deviceOf(address) };
  } catch {
    throw new HumanError(`This machine has no way to ${host}. Name another address of it.`);
  } finally {
    socket.close();
  }
}

function connected(socket: Socket, host: string): Promise<void> {
  const anyPort = 9;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', resolve);
    socket.connect(anyPort, host);
  });
}

/** The device of this machine that has the address. */
export function deviceOf(address: string): string | null {
  const found = Object.entries(networkInterfaces()).find(([, own]) =>
    own?.some((one) => one.address === address),
  );
  return found?.[0] ?? null;
}

/**
 * Only weights that go from process to process need it; files go by the receiver. `=` names one device and not a prefix.
 * https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-socket-ifname
 */
export function ncclVariables(
  policySync: RunJob['policySync'],
  route: NetworkRoute | null,
): Record<string, string> {
  if (policySync !== 'gathered' || route === null) return {};
  const device = route.device === null ? {} : { NCCL_SOCKET_IFNAME: `=${route.device}` };
  return { ...device, VLLM_HOST_IP: route.address };
}
