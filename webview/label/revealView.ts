// After the label: what the judges and other people said about the item.
import { html, nothing, type TemplateResult } from 'lit';
import type { JudgeIdentity, VerdictLevel } from '../../runtime/contract/judge.ts';
import type { Reveal, RevealedVerdict } from '../../runtime/contract/labelling.ts';
import { shortVersion } from '../format/judges.ts';
import { icon } from '../icons.ts';
import { visibleText } from '../text/visibleText.ts';
import { ratingsFacts } from './criteriaView.ts';
import { levelLook, lookView } from './verdictChoices.ts';

export function revealView(reveal: Reveal, own: VerdictLevel): TemplateResult {
  return html`<section class="reveal" aria-labelledby="judges" tabindex="-1">
    <div class="section-head">
      <h2 id="judges">What the judges said</h2>
      ${agreementOf(reveal)}
    </div>
    ${
      reveal.verdicts.length === 0
        ? html`<p class="small muted">No judge has graded this answer.</p>`
        : reveal.verdicts.map((verdict) => judgeCard(verdict, own))
    }
    ${reveal.others.length === 0 ? nothing : othersView(reveal, own)}
  </section>`;
}

/** For screen readers, in one sentence. */
export function revealSentence({ verdicts }: Reveal, own: VerdictLevel): string {
  if (verdicts.length === 0) return 'No judge has graded this answer.';
  const said = verdicts.map(({ judge, level }) => {
    if (level === null) return `${judge.name} gave no verdict`;
    return `${judge.name} says ${level}${level === own ? '' : ', which differs from yours'}`;
  });
  return `${said.join('; ')}.`;
}

function agreementOf({ verdicts }: Reveal): TemplateResult | typeof nothing {
  const levels = verdicts.flatMap(({ level }) => level ?? []);
  if (levels.length < 2) return nothing;
  if (new Set(levels).size === 1) {
    return html`<span class="small push state">${icon('tick', 'ok')}They agree</span>`;
  }
  return html`<span class="small push state"
    >${icon('warning', 'warn')}They disagree with each other</span
  >`;
}

function judgeCard(verdict: RevealedVerdict, own: VerdictLevel): TemplateResult {
  const { judge, level, reason, criteria, repeats } = verdict;
  return html`<article class="judge-card">
    <div>
      <h3>${judge.name}</h3>
      <span class="meta">${versionWords(judge)}</span>
    </div>
    <div>
      <div class="head-line">${levelLine(level, own)}</div>
      ${reason === '' ? nothing : html`<p class="small reason">${visibleText(reason)}</p>`}
      ${criteria === null ? nothing : ratingsFacts(criteria)}
      ${repeats.length === 0 ? nothing : html`<p class="meta">${repeatWords(repeats)}</p>`}
    </div>
  </article>`;
}

function versionWords({ version, model }: JudgeIdentity): string {
  const words = `version ${shortVersion(version)}`;
  return model === undefined ? words : `${words} with ${model}`;
}

function levelLine(level: VerdictLevel | null, own: VerdictLevel): TemplateResult {
  if (level === null) {
    return html`<b><span class="state">${icon('dash', 'muted')}No verdict</span></b>`;
  }
  const differs = html`<span class="small muted state">${icon('compare')}differs from yours</span>`;
  return html`<b>${lookView(levelLook(level))}</b>${level === own ? nothing : differs}`;
}

function repeatWords(repeats: readonly (VerdictLevel | null)[]): string {
  return `Asked again: ${repeats.map((level) => level ?? 'no verdict').join(', ')}`;
}

function othersView({ others }: Reveal, own: VerdictLevel): TemplateResult {
  return html`<div class="section-head others"><h2>What other people said</h2></div>
    ${others.map(
      ({ rater, level, note }) =>
        html`<article class="judge-card">
          <h3>${visibleText(rater)}</h3>
          <div>
            <div class="head-line">${levelLine(level, own)}</div>
            ${note === '' ? nothing : html`<p class="small reason">${visibleText(note)}</p>`}
          </div>
        </article>`,
    )}`;
}
