// How long the labelling page takes from a key to the frame that shows what it did.
import type { LabelAction } from '../../../../runtime/contract/labelPanel.ts';

/** Labels one item after another; milliseconds from the key to the next item on the screen, for each. */
export async function paintTimes(
  rounds: number,
  act: (action: LabelAction) => void,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    act('wrong');
    while (!place().includes('committed')) await painted();
    const before = place();
    const start = performance.now();
    act('go-on');
    while (place() === before) await painted();
    times.push(performance.now() - start);
  }
  return times;
}

function place(): string {
  return document.querySelector('.top-line p')?.textContent ?? '';
}

/** Resolves when a frame has been painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}
