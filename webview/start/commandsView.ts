// The exact command lines, by the machine that would run them; closed until somebody wants them.
import { html, type TemplateResult } from 'lit';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { tool } from '../controls/button.ts';
import { counted } from '../format/numbers.ts';
import { commandsByHost } from './planWords.ts';

export interface CommandsOptions {
  readonly isOpen: boolean;
  readonly toggled: (isOpen: boolean) => void;
  readonly copy: (text: string) => void;
}

export function commandsView(
  commands: TrainingPlan['commands'],
  { isOpen, toggled, copy }: CommandsOptions,
): TemplateResult {
  const hosts = commandsByHost(commands);
  const onToggle = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement) toggled(currentTarget.open);
  };
  return html`<details class="commands" .open=${isOpen} @toggle=${onToggle}>
    <summary id="commands">
      Exact commands
      <span class="meta">
        ${counted(commands.length, 'command')} on ${hosts.map(([host]) => host).join(' and ')}
      </span>
    </summary>
    ${hosts.map(
      ([host, own]) =>
        html`<section aria-label="Commands on ${host}">
          <h3>${host}</h3>
          ${own.map((command) => commandView(command, copy))}
        </section>`,
    )}
  </details>`;
}

function commandView(
  { host, title, line }: TrainingPlan['commands'][number],
  copy: (text: string) => void,
): TemplateResult {
  return html`<div class="command">
    <h4 class="small">${title}</h4>
    ${tool({
      label: `Copy the command: ${title} on ${host}`,
      icon: 'copy',
      iconOnly: true,
      press: () => copy(line),
    })}
    <pre class="log" tabindex="0" role="region" aria-label="${title} on ${host}">${line}</pre>
  </div>`;
}
