import { type ChannelKey, channelKeys } from '@gwanje/contract/alarms/channels';
import { CauseLine, Recall } from '@gwanje/kinds/calls/causes';
import { describe, expect, it, test } from 'vitest';
import { channelRegistry } from './channels/registry.ts';
import { renderBody } from './message-body.ts';
import { type MessageCauses, NO_CAUSES } from './message-causes.ts';
import { exampleFacts } from './message-facts.ts';
import { variablesOf } from './message-variables.ts';
import { NO_DUTY } from './outbox/escalation/message-duty.ts';

const AT = '2026-03-02T00:00:00.000Z';
const line = (changed: object) =>
  CauseLine.parse({
    at: AT,
    distanceS: 130,
    relation: 'owner',
    kind: 'workload',
    id: 7,
    name: 'api',
    namespace: 'shop',
    hostId: 1,
    score: 0.9,
    foldedList: [],
    objectCnt: 1,
    otherClusterCnt: 0,
    ...changed,
  });
const image = { container: 'api', field: 'image', from: 'shop/api:1', to: 'shop/api:2' };
const lines = [
  line({ rule: 'imageChanged', evidence: { rule: 'imageChanged', changeList: [image] } }),
  line({
    rule: 'nodeCordoned',
    kind: 'node',
    name: 'node-1',
    namespace: null,
    evidence: { rule: 'nodeCordoned' },
  }),
];
const recall = Recall.parse({
  basis: 'sameWorkload',
  rule: null,
  alarmId: 3,
  hostId: 1,
  clusterName: 'prod',
  objectName: 'api-0',
  namespace: 'shop',
  level: 5,
  occurredAt: AT,
  userName: '김운영',
  acknowledgedAfterS: 60,
  handledAfterS: 600,
  recoveredAfterS: null,
  memoList: [{ alarmMemoId: 1, at: AT, userNo: 1, userName: '김운영', text: '이전 이미지로\n되돌림' }],
});
const said = [
  'shop/api: 이미지가 바뀌었습니다: shop/api:1 → shop/api:2 (2분 10초 전)',
  'node-1: 노드의 스케줄링이 중지되었습니다 (2분 10초 전)',
  '김운영: 이전 이미지로 되돌림',
];
const alarm = exampleFacts(new Date(AT));

function variables(causes: MessageCauses = { lines, recall }) {
  const context = { causes, duty: NO_DUTY };
  return variablesOf({ reason: 'occurred', alarm }, 'd', 'ko', 'https://gwanje.example.com', context);
}

/** The body before the channel escapes the values. */
function bodyOf(kind: ChannelKey): string {
  const channel = { ...channelRegistry[kind], escapeValue: (value: string) => value };
  return renderBody(channel, { bodyTemplate: null, language: 'ko' }, variables()).text;
}

describe('a message about an alarm', () => {
  /** Kakao sends only approved texts, so its body comes from an admin. */
  const carriers = channelKeys.filter((kind) => kind !== 'kakaoRelay');

  it.each(carriers)('to channel %s says what changed and how it was handled before', (kind) => {
    for (const text of said) expect(bodyOf(kind)).toContain(text);
  });

  test('without causes has no lines about them', () => {
    const { summary, cause, causes } = variables(NO_CAUSES);
    expect([summary.split('\n').length, cause, causes]).toEqual([1, '', '']);
  });

  test('to Slack shows the lines: a message with blocks of its own would hide its text', () => {
    const body = JSON.parse(bodyOf('slack'));
    expect(body).not.toHaveProperty('blocks');
    expect(body.text).toContain(said[0]);
  });

  test('to Teams has each line as a paragraph, because Markdown joins single lines', () => {
    const text = renderBody(channelRegistry.teams, { bodyTemplate: null, language: 'ko' }, variables()).text;
    const [, summary] = JSON.parse(text).attachments[0].content.body;
    expect(summary.text).toMatch(/ 되돌림$/);
    expect(summary.text.split('\n\n')).toHaveLength(1 + 1 + lines.length + 1);
  });
});
