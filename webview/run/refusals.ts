// Why a button of a run cannot be pressed now; null when it can.
import type { RunListing } from '../../runtime/contract/training/runView.ts';

export function stopRefusal({ state, place }: RunListing): string | null {
  switch (state) {
    case 'queued':
    case 'starting':
    case 'running':
    case 'stalled':
      return null;
    case 'stopping':
      return 'The run is being stopped already.';
    case 'offline':
      return `${place.machine} is not connected. Reconnect first.`;
    case 'stopped':
    case 'crashed':
    case 'done':
      return 'The run has ended.';
  }
}

export function resumeRefusal({ state, place, newestCheckpoint }: RunListing): string | null {
  switch (state) {
    case 'stopped':
    case 'crashed':
      return newestCheckpoint === null ? 'There is no checkpoint to go on from.' : null;
    case 'done':
      return 'The run made all of its train steps.';
    case 'offline':
      return `${place.machine} is not connected. Reconnect first.`;
    case 'queued':
    case 'starting':
    case 'running':
    case 'stalled':
    case 'stopping':
      return 'The run has not ended.';
  }
}
