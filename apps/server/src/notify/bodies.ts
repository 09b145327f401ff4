import type { WebhookKind } from '@gwanje/contract/webhooks';

/** What a body may name as `{{word}}`. All are text; what is not known is empty. */
export const messageWords = [
  'deliveryId',
  'reason',
  'summary',
  'alarmId',
  'level',
  'type',
  'state',
  'cluster',
  'target',
  'namespace',
  'name',
  'node',
  'item',
  'value',
  'threshold',
  'count',
  'occurredAt',
  'changedAt',
  'user',
  'memo',
  'link',
] as const;
export type MessageWord = (typeof messageWords)[number];
export type MessageWords = Readonly<Record<MessageWord, string>>;

export interface MessageBody {
  readonly contentType: string;
  readonly text: string;
}

interface Kind {
  readonly template: string;
  /** Names and messages come from clusters: they are text, never markup of the receiver's. */
  readonly asText: (value: string) => string;
}

const WORD = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

const kinds: Readonly<Record<WebhookKind, Kind>> = {
  json: {
    template: pretty(Object.fromEntries(messageWords.map((word) => [word, `{{${word}}}`]))),
    asText: (value) => value,
  },
  slack: {
    template: pretty({
      text: '{{summary}}',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: '[{{level}}] {{item}}' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*{{cluster}}*\n{{namespace}} {{name}}' },
            { type: 'mrkdwn', text: '{{value}} / {{threshold}}\n{{occurredAt}}' },
          ],
        },
        { type: 'section', text: { type: 'mrkdwn', text: '{{state}} · <{{link}}|{{alarmId}}>' } },
      ],
    }),
    asText: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  teams: {
    template: pretty({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              {
                type: 'TextBlock',
                size: 'Medium',
                weight: 'Bolder',
                wrap: true,
                text: '[{{level}}] {{item}}',
              },
              { type: 'TextBlock', wrap: true, text: '{{summary}}' },
              {
                type: 'FactSet',
                facts: [
                  { title: '클러스터', value: '{{cluster}}' },
                  { title: '대상', value: '{{namespace}} {{name}}' },
                  { title: '값 / 임계치', value: '{{value}} / {{threshold}}' },
                  { title: '발생', value: '{{occurredAt}}' },
                  { title: '상태', value: '{{state}}' },
                ],
              },
            ],
            actions: [{ type: 'Action.OpenUrl', title: '관제에서 보기', url: '{{link}}' }],
          },
        },
      ],
    }),
    // Text of a card is Markdown.
    asText: (value) => value.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&'),
  },
  custom: { template: pretty({ text: '{{summary}}', link: '{{link}}' }), asText: (value) => value },
};

export function bodyTemplateOf(kind: WebhookKind): string {
  return kinds[kind].template;
}

/** The first word that a template names and nobody fills in. */
export function unknownWordIn(template: string): string | undefined {
  for (const [, word = ''] of template.matchAll(WORD)) if (!isWord(word)) return word;
  return undefined;
}

/** A template that is JSON stays JSON whatever the words hold; any other is plain text. */
export function renderBody(kind: WebhookKind, template: string | null, words: MessageWords): MessageBody {
  const { asText, template: own } = kinds[kind];
  const fill = (text: string) =>
    text.replace(WORD, (whole, word: string) => {
      if (!isWord(word)) return whole;
      return word === 'link' ? words.link : asText(words[word]);
    });
  const shape = parseJson(template ?? own);
  if (shape === undefined) return { contentType: 'text/plain; charset=utf-8', text: fill(template ?? own) };
  return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(fillIn(shape, fill)) };
}

function fillIn(shape: unknown, fill: (text: string) => string): unknown {
  if (typeof shape === 'string') return fill(shape);
  if (Array.isArray(shape)) return shape.map((entry) => fillIn(entry, fill));
  if (typeof shape !== 'object' || shape === null) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, fillIn(value, fill)]));
}

function isWord(word: string): word is MessageWord {
  return messageWords.some((known) => known === word);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pretty(shape: object): string {
  return JSON.stringify(shape, null, 2);
}
