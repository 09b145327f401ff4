import { channelKeys } from '@gwanje/contract/alarms/channels';
import { describe, expect, it } from 'vitest';
import { channelRegistry } from '../../channels/registry.ts';
import { renderBody } from '../../message-body.ts';
import { NO_CAUSES } from '../../message-causes.ts';
import { exampleFacts, type MessageFacts } from '../../message-facts.ts';
import { variablesOf } from '../../message-variables.ts';
import type { MessageDuty } from './message-duty.ts';

const alarm = exampleFacts(new Date('2026-03-02T00:00:00Z'));

const messages: Readonly<Record<'alarm' | 'summary', MessageFacts>> = {
  alarm: { reason: 'occurred', alarm },
  summary: { reason: 'summary', why: 'quiet', count: 1, list: [alarm] },
};

function bodyOf(kind: (typeof channelKeys)[number], facts: MessageFacts, duty: MessageDuty): string {
  const channel = { ...channelRegistry[kind], escapeValue: (value: string) => value };
  const context = { causes: NO_CAUSES, duty };
  const variables = variablesOf(facts, 'd', 'ko', 'https://gwanje.example.com', context);
  return renderBody(channel, { bodyTemplate: null, language: 'ko' }, variables).text;
}

const people = {
  first: ['김당직', '이당직'],
  second: ['박보조', '김당직'],
  lead: ['최책임'],
  groupsWithoutDuty: [],
};

/** Kakao sends only approved texts, so its body comes from an admin. */
const carriers = channelKeys.filter((kind) => kind !== 'kakaoRelay');

describe.each(['alarm', 'summary'] as const)('a message of the kind %s', (kind) => {
  it.each(carriers)(
    'to channel %s names who is on duty, or that nobody is, where a rota covers the alarms',
    (channel) => {
      const body = (duty: MessageDuty) => bodyOf(channel, messages[kind], duty);
      expect(body(people)).toContain('현재 당직자: 김당직, 이당직, 박보조');
      expect(body({ ...people, first: [], second: [] })).toContain('현재 당직자가 없습니다.');
      expect(body(null)).not.toContain('현재 당직자');
    },
  );
});

describe('a summary', () => {
  const variables = (duty: MessageDuty) =>
    variablesOf(messages.summary, 'd', 'ko', 'https://gwanje.example.com', { causes: NO_CAUSES, duty });

  it('fills in the variables of duty', () => {
    expect(variables(people)).toMatchObject({
      dutyFirst: '김당직, 이당직',
      dutySecond: '박보조, 김당직',
      dutyLead: '최책임',
    });
  });

  it('names the groups for which nobody is on duty before the alarms', () => {
    const [, now, empty] = variables({ ...people, groupsWithoutDuty: ['결제', '배송'] }).summary.split('\n');
    expect([now, empty]).toEqual([
      '현재 당직자: 김당직, 이당직, 박보조',
      '현재 당직자가 없는 그룹: 결제, 배송',
    ]);
  });
});
