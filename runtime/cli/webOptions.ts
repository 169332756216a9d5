// What commands that run rollouts say about the web: whether there is any, which search is asked, and who looks at pictures.
import { type Command as Commander, Option } from 'commander';

export interface WebFlags {
  readonly web?: boolean;
  readonly record?: string;
  readonly replay?: string;
  readonly search: string;
  readonly webServers?: string;
  readonly vision?: string;
}

export function searchOption(): Option {
  return new Option('--search <service>', 'duckduckgo, brave, tavily or the address of a SearXNG')
    .default('duckduckgo')
    .env('TOOL_R1_SEARCH');
}

export function addWebOptions(command: Commander): Commander {
  return command
    .option('--web', 'let the agent search the web and read pages of it')
    .option('--record <file>', 'as --web, and keep what the web answers in this file')
    .option('--replay <file>', 'answer from such a file instead of the web')
    .addOption(searchOption())
    .addOption(
      new Option('--web-servers <list>', 'own servers that the agent may visit, HOST:PORT,...').env(
        'TOOL_R1_WEB_SERVERS',
      ),
    )
    .addOption(
      new Option('--vision <name>', 'model that looks at pictures, NAME@BASE_URL').env(
        'TOOL_R1_VISION_MODEL',
      ),
    );
}
