// Whether somebody asked the run to stop: the file `stop` in the run's folder, which the supervisor, a person or another machine
// can make.
import { access } from 'node:fs/promises';
import path from 'node:path';

export class StopFlag {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, 'stop');
  }

  isUp(): Promise<boolean> {
    return access(this.#file).then(
      () => true,
      () => false,
    );
  }
}
