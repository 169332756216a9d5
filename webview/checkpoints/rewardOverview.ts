// The reward over the run with a mark at each checkpoint, so that one is seen where it lies on the way.
import { html, nothing, type TemplateResult } from 'lit';
import type { CheckpointListing, RunPage } from '../../runtime/contract/training/runView.ts';
import type { Board, Mark } from '../charts/board.ts';
import { ChartDesk } from '../charts/chartDesk.ts';
import { chartView } from '../charts/chartView.ts';
import { unknownStripes } from '../charts/plotLayers.ts';
import { wholeNumber } from '../format/numbers.ts';
import { plainRunRoute } from '../run/badgeRoute.ts';
import { Boards } from '../run/boards.ts';
import type { TrainingRoute } from '../run/runContext.ts';

export class RewardOverview {
  readonly #boards: Boards;
  readonly #desk: ChartDesk;
  readonly #redraw: () => void;
  #zoom: TrainingRoute['zoom'] = null;
  #asTable = false;

  constructor(recipe: RunPage['job']['recipe'], redraw: () => void) {
    this.#boards = new Boards(recipe);
    this.#redraw = redraw;
    this.#desk = new ChartDesk({
      redraw,
      zoom: (zoom) => {
        this.#zoom = zoom;
        redraw();
      },
    });
  }

  /** Nothing before the first train step. */
  view(page: RunPage, checkpoints: readonly CheckpointListing[]): TemplateResult | typeof nothing {
    const board: Board = {
      ...this.#boards.board(page, { ...plainRunRoute, zoom: this.#zoom }, []),
      marks: checkpoints.map(markOf),
    };
    const chart = this.#boards.sorted(board).drawn.find(({ id }) => id === 'reward');
    if (chart === undefined) return nothing;
    return html`<section aria-labelledby="reward-overview">
      <h2 id="reward-overview" class="sr">Reward</h2>
      ${unknownStripes()}
      <div class="charts">
        ${chartView({
          ...{ chart, board, desk: this.#desk, asTable: this.#asTable },
          showTable: (asTable) => {
            this.#asTable = asTable;
            this.#redraw();
          },
        })}
      </div>
    </section>`;
  }

  /** After the page was drawn. */
  drawn(): void {
    this.#desk.drawn(document);
  }
}

function markOf({ step }: CheckpointListing): Mark {
  return { kind: 'checkpoint', words: `checkpoint of step ${wholeNumber(step)}`, x: step };
}
