// Where a person comes to who follows a sign of health from elsewhere: to the run's own page with that explanation open.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import type { HealthBadge } from '../../runtime/contract/training/runView.ts';
import { badgeId } from './healthView.ts';
import type { TrainingRoute } from './runContext.ts';

/** The run's own page as it is opened. */
export const plainRunRoute: TrainingRoute = {
  ...{ page: 'run', axis: 'step', smooth: true, zoom: null, compared: [], tables: [] },
};

/** @param shown what the panel shows; null where that is not known */
export function badgeRoute(shown: RunRoute | null, badge: HealthBadge['id']): TrainingRoute {
  return { ...(shown?.page === 'run' ? shown : plainRunRoute), badge };
}

/** Brings its button into sight, and the keys to it, where the page is drawn already. */
export function focusBadge(badge: HealthBadge['id']): void {
  document.getElementById(badgeId(badge))?.focus();
}
