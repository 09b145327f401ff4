import type { WebhookKind } from '@gwanje/contract/webhooks';
import type { Language } from '@gwanje/domain/language';

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

export interface BodyShape {
  readonly kind: WebhookKind;
  /** Null: as the kind has it. */
  readonly bodyTemplate: string | null;
  readonly language: Language;
}

export interface MessageBody {
  readonly contentType: string;
  readonly text: string;
}

type Texts = Readonly<Record<Language, string>>;

interface Kind {
  readonly template: Texts;
  /** Names and messages come from clusters: they are text, never markup of the receiver's. */
  readonly asText: (value: string) => string;
}

const WORD = /\{\{\s*([A-Za-z]+)\s*\}\}/g;

const titles = {
  cluster: { ko: '클러스터', en: 'Cluster' },
  target: { ko: '대상', en: 'Target' },
  value: { ko: '값 / 임계값', en: 'Value / threshold' },
  occurredAt: { ko: '발생', en: 'Occurred' },
  state: { ko: '상태', en: 'State' },
  link: { ko: '관제에서 보기', en: 'Open in Gwanje' },
} as const satisfies Record<string, Texts>;

const kinds: Readonly<Record<WebhookKind, Kind>> = {
  json: {
    template: inBoth(() => pretty(Object.fromEntries(messageWords.map((word) => [word, `{{${word}}}`])))),
    asText: (value) => value,
  },
  slack: {
    template: inBoth(() =>
      pretty({
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
    ),
    asText: (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  teams: {
    template: inBoth((language) =>
      pretty({
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
                    { title: titles.cluster[language], value: '{{cluster}}' },
                    { title: titles.target[language], value: '{{namespace}} {{name}}' },
                    { title: titles.value[language], value: '{{value}} / {{threshold}}' },
                    { title: titles.occurredAt[language], value: '{{occurredAt}}' },
                    { title: titles.state[language], value: '{{state}}' },
                  ],
                },
              ],
              actions: [{ type: 'Action.OpenUrl', title: titles.link[language], url: '{{link}}' }],
            },
          },
        ],
      }),
    ),
    // Text of a card is Markdown.
    asText: (value) => value.replace(/[\\`*_{}[\]()#+!|<>~-]/g, '\\$&'),
  },
  custom: {
    template: inBoth(() => pretty({ text: '{{summary}}', link: '{{link}}' })),
    asText: (value) => value,
  },
  email: {
    template: inBoth((language) =>
      [
        '{{summary}}',
        '',
        `${titles.cluster[language]}: {{cluster}}`,
        `${titles.target[language]}: {{namespace}} {{name}}`,
        `${titles.value[language]}: {{value}} / {{threshold}}`,
        `${titles.occurredAt[language]}: {{occurredAt}}`,
        `${titles.state[language]}: {{state}}`,
        '',
        '{{link}}',
      ].join('\n'),
    ),
    asText: (value) => value,
  },
};

export function bodyTemplateOf(kind: WebhookKind): Texts {
  return kinds[kind].template;
}

/** The first word that a template names and nobody fills in. */
export function unknownWordIn(template: string): string | undefined {
  for (const [, word = ''] of template.matchAll(WORD)) if (!isWord(word)) return word;
  return undefined;
}

/** A template that is JSON stays JSON whatever the words hold; any other is plain text. */
export function renderBody({ kind, bodyTemplate, language }: BodyShape, words: MessageWords): MessageBody {
  const { asText, template: own } = kinds[kind];
  const template = bodyTemplate ?? own[language];
  const fill = (text: string) =>
    text.replace(WORD, (whole, word: string) => {
      if (!isWord(word)) return whole;
      return word === 'link' ? words.link : asText(words[word]);
    });
  const shape = kind === 'email' ? undefined : parseJson(template);
  if (shape === undefined) return { contentType: 'text/plain; charset=utf-8', text: fill(template) };
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

function inBoth(make: (language: Language) => string): Texts {
  return { ko: make('ko'), en: make('en') };
}

function pretty(shape: object): string {
  return JSON.stringify(shape, null, 2);
}
