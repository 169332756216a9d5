// Two hosts in network namespaces of the test's own: `near` is on a cable to this computer, `far` only on a cable to `near`. The
// cables can be cut. Needs root.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** One end is here or at the host before it, the other at the host. */
export interface Cable {
  readonly address: string;
  /** The command in front of what runs at the host. */
  readonly inFront: readonly string[];
}

const ip = (...args: string[]): void => void execFileSync('/usr/sbin/ip', args, { stdio: 'pipe' });

export class TestNetwork {
  readonly near: Cable;
  readonly far: Cable;
  readonly #id = randomBytes(3).toString('hex');

  constructor() {
    const subnet = `10.${200 + (randomBytes(1).readUInt8() % 50)}.${randomBytes(1).readUInt8()}`;
    this.near = this.#connect('n', `${subnet}.1`, `${subnet}.2`, null);
    this.far = this.#connect('f', `${subnet}.5`, `${subnet}.6`, this.#namespace('n'));
  }

  cut(): void {
    ip('link', 'set', this.#cable('n'), 'down');
  }

  mend(): void {
    ip('link', 'set', this.#cable('n'), 'up');
  }

  /** The cable between the two hosts. */
  cutBetween(): void {
    ip('-n', this.#namespace('n'), 'link', 'set', this.#cable('f'), 'down');
  }

  mendBetween(): void {
    ip('-n', this.#namespace('n'), 'link', 'set', this.#cable('f'), 'up');
  }

  /** On the cable between this computer and `near`, in both directions, everything counted. */
  bytes(): number {
    const count = (name: string): number =>
      Number(readFileSync(`/sys/class/net/${this.#cable('n')}/statistics/${name}`, 'utf8'));
    return count('rx_bytes') + count('tx_bytes');
  }

  remove(): void {
    for (const name of ['f', 'n']) ip('netns', 'del', this.#namespace(name));
  }

  #connect(name: string, here: string, there: string, from: string | null): Cable {
    const inside = from === null ? [] : ['-n', from];
    ip('netns', 'add', this.#namespace(name));
    const peer = ['peer', 'name', 'eth0', 'netns', this.#namespace(name)];
    ip(...inside, 'link', 'add', this.#cable(name), 'type', 'veth', ...peer);
    // Without IPv6 nothing is on the cable but what is asked for.
    ip(...inside, 'link', 'set', this.#cable(name), 'addrgenmode', 'none');
    ip(...inside, 'addr', 'add', `${here}/30`, 'dev', this.#cable(name));
    ip(...inside, 'link', 'set', this.#cable(name), 'up');
    const host = ['-n', this.#namespace(name)];
    ip(...host, 'link', 'set', 'eth0', 'addrgenmode', 'none');
    ip(...host, 'addr', 'add', `${there}/30`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip(...host, 'link', 'set', device, 'up');
    return { address: there, inFront: ['ip', 'netns', 'exec', this.#namespace(name)] };
  }

  #namespace(name: string): string {
    return `toolr1-${this.#id}-${name}`;
  }

  #cable(name: string): string {
    return `tr1${this.#id}${name}`;
  }
}
