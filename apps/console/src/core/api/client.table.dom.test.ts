import { insertSubGroup, listMetaGroups } from '@gwanje/contract/users/groups';
import { listUsers } from '@gwanje/contract/users/users';
import type { Language } from '@gwanje/domain/i18n/language';
import { describe, expect, test, vi } from 'vitest';
import { setLanguage } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { envelope, networkDown, type Responder, silence } from '#core/testing/fake-network.ts';
import { answerDialog, dialogCnt, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { ApiFailure } from './api-failure.ts';
import { call } from './client.ts';

const kinds = {
  get: {
    path: '/api/v1/group/meta/list/1/20',
    run: () => call(listMetaGroups, { params: { pageNo: 1, pageCnt: 20 } }),
  },
  'marked post': {
    path: '/api/v1/users/1/20',
    run: () => call(listUsers, { params: { pageNo: 1, pageCnt: 20 } }),
  },
  write: {
    path: '/api/v1/group/sub/insert',
    run: () => call(insertSubGroup, { body: { metaGroupId: 1, name: 'new' } }),
  },
} satisfies Record<string, { path: string; run: () => Promise<unknown> }>;
type Kind = keyof typeof kinds;

/** The texts in Korean. The last test reads those of the specification in English. */
const words = {
  taskFailed: '작업 실패',
  taskFailedText: '작업을 처리하는 중 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  retry: '재시도',
  sessionExpired: '로그인 세션이 만료되었습니다.',
  groupsChanged: '그룹 권한이 변경되었습니다. 허용된 그룹의 정보를 갱신하여 다시 불러옵니다.',
  error999: '오류가 발생했습니다. [오류 코드: 999]',
  error1234: '오류가 발생했습니다. [오류 코드: 1234]',
  unknown: '알 수 없는 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  noEnvelope: '서버가 올바르게 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
  timeout: '서버의 응답이 늦어지고 있습니다. 잠시 후 다시 시도해 주세요.',
  network: '서버에 연결할 수 없습니다. 네트워크 상태를 확인하고 다시 시도해 주세요.',
};

interface Outcome {
  readonly answer: Responder;
  readonly code: number | null;
  /** The error text of a read. */
  readonly readText: string;
  /** The error text of a write, after the retry dialog (if any) is closed. */
  readonly writeText: string;
  /** The caption of the retry dialog. */
  readonly caption?: string;
}

const transport = (answer: Responder, text: string): Outcome => {
  return { answer, code: null, readText: text, writeText: text };
};

const unknownCode = (code: number, readText: string, writeText: string): Outcome => {
  return { answer: () => envelope(code, {}, 500), code, readText, writeText, caption: writeText };
};

const badGateway = () => new Response('<h1>502</h1>', { status: 502 });
const failures: Readonly<Record<string, Outcome>> = {
  'code 999': unknownCode(999, words.unknown, words.error999),
  'a code nobody knows': unknownCode(1234, words.error1234, words.error1234),
  'an answer without envelope': transport(badGateway, words.noEnvelope),
  'JSON that is no envelope': transport(() => new Response('[1]'), words.noEnvelope),
  'an envelope whose data is no object': transport(() => envelope(200, 'text'), words.noEnvelope),
  'an empty answer': transport(() => new Response(null, { status: 204 }), words.noEnvelope),
  timeout: transport(silence, words.timeout),
  'network down': transport(networkDown, words.network),
};

const refusals = [
  [8001, 400, /^필수 파라미터가 누락/],
  [8002, 400, /^입력한 값이 올바르지 않습니다/],
  [8003, 404, /^대상을 찾을 수 없습니다/],
  [8004, 409, /^이미 사용 중인 이름이거나/],
  [8005, 403, /^이 작업을 수행할 권한이 없습니다/],
  [8006, 413, /^보낸 내용이 너무 큽니다/],
  [8007, 429, /^요청이 너무 많습니다/],
  [8008, 503, /^서버가 처리 중입니다/],
  [8009, 409, /^사용 중이므로 삭제할 수 없습니다/],
] as const;

type Settled = { readonly state: 'pending' } | { readonly state: 'done'; value: unknown } | Failed;
interface Failed {
  readonly state: 'failed';
  readonly error: unknown;
}

async function begin(kind: Kind, answer: Responder, language: Language = 'ko') {
  const page = await freshPage('/alarm-list');
  await setLanguage(language);
  const { path, run } = kinds[kind];
  page.network.on(path, answer);
  let settled: Settled = { state: 'pending' };
  run().then(
    (value) => {
      settled = { state: 'done', value };
    },
    (error: unknown) => {
      settled = { state: 'failed', error };
    },
  );
  await settleAll();
  // Longer than the timeout; all other responses arrive before.
  if (answer === silence) await vi.advanceTimersByTimeAsync(30_000);
  const sent = () => page.network.requestsOf(path);
  return { ...page, path, sent, outcome: (): Settled => settled };
}

function failureOf(settled: Settled): ApiFailure {
  if (settled.state !== 'failed' || !(settled.error instanceof ApiFailure))
    throw new Error(`expected an ApiFailure, got ${JSON.stringify(settled)}`);
  return settled.error;
}

describe.each(Object.keys(kinds) as Kind[])('a %s', (kind) => {
  const isWrite = kind === 'write';

  test('resolves with the data after a success', async () => {
    const { outcome, sent } = await begin(kind, () => envelope(isWrite ? 201 : 200, { list: [7] }));
    expect(outcome()).toEqual({ state: 'done', value: { list: [7] } });
    expect(dialogCnt()).toBe(0);
    expect(sent()).toHaveLength(1);
  });

  test.each([undefined, null])('resolves with an empty object after a success with data %s', async (data) => {
    const { outcome } = await begin(kind, () => envelope(200, data));
    expect(outcome()).toEqual({ state: 'done', value: {} });
    expect(dialogCnt()).toBe(0);
  });

  test.each(refusals)(
    'refused with %i rejects with code and detail, without a dialog',
    async (code, status, text) => {
      const detail = { field: 'name', reason: 'taken' };
      const { outcome, sent, went } = await begin(kind, () =>
        envelope(code, detail, status, 'words for logs'),
      );
      // A read is resent to a busy server for a minute at most.
      const isAskedAgain = code === 8008 && !isWrite;
      if (isAskedAgain) await vi.advanceTimersByTimeAsync(60_000);
      const failure = failureOf(outcome());
      expect(failure).toMatchObject({ kind: 'code', code, detail, wasShown: false });
      expect(failure.message).toMatch(text);
      expect(failure.serverMessage).toBe('words for logs');
      expect(dialogCnt()).toBe(0);
      expect(sent().length > 1).toBe(isAskedAgain);
      expect(went).toEqual([]);
    },
  );

  test('refused with 9999 clears the user, shows an alert and goes to the login site', async () => {
    const page = await freshPage('/alarm-list');
    page.network.on(kinds[kind].path, () => envelope(9999, {}, 401));
    useSession.setState({ loggedIn: true });
    const failure = await kinds[kind].run().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'code', code: 9999, wasShown: true });
    expect(useSession.getState()).toMatchObject({ user: null, loggedIn: false });
    expect(openDialog()).toMatchObject({ kind: 'alert', options: { text: words.sessionExpired } });
    expect(page.went).toEqual([]);
    await answerDialog(true);
    expect(page.went).toEqual([
      `https://login.example.test/login?returnUrl=${encodeURIComponent(window.location.href)}`,
    ]);
    expect(page.network.requestsOf(kinds[kind].path)).toHaveLength(1);
  });

  test('refused with 8109 reloads the groups after 500 ms, alerts and goes to the section page', async () => {
    const { outcome, network, went, sent } = await begin(kind, () => envelope(8109, {}, 403));
    expect(failureOf(outcome())).toMatchObject({ kind: 'code', code: 8109, wasShown: true });
    const reloads = () => network.requestsOf('/api/v1/group-name/list').length;
    const before = reloads();
    await vi.advanceTimersByTimeAsync(499);
    expect([reloads(), dialogCnt()]).toEqual([before, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads()).toBe(before + 1);
    expect(openDialog()).toMatchObject({ kind: 'alert', options: { text: words.groupsChanged } });
    expect(went).toEqual([]);
    await answerDialog(true);
    expect(went).toEqual(['/alarm-list']);
    expect(sent()).toHaveLength(1);
  });

  describe.each(Object.entries(failures))('after %s', (_name, failing) => {
    if (!isWrite) {
      test('rejects with the error text and shows no dialog', async () => {
        const { outcome, sent } = await begin(kind, failing.answer);
        const failure = failureOf(outcome());
        const expected = { kind: failing.code === null ? 'transport' : 'code', code: failing.code };
        expect(failure).toMatchObject(expected);
        expect(failure.message).toBe(failing.readText);
        expect(dialogCnt()).toBe(0);
        expect(sent()).toHaveLength(1);
      });
      return;
    }

    test('asks whether to retry, and rejects when the dialog is closed', async () => {
      const { outcome, sent } = await begin(kind, failing.answer);
      expect(outcome()).toEqual({ state: 'pending' });
      expect(openDialog()).toMatchObject({ kind: 'confirm' });
      expect(openDialog()?.options).toEqual({
        title: words.taskFailed,
        text: words.taskFailedText,
        textConfirm: words.retry,
        ...(failing.caption && { captionMsg: failing.caption }),
      });
      await answerDialog(false);
      const failure = failureOf(outcome());
      expect(failure).toMatchObject({ code: failing.code, wasShown: true });
      expect(failure.message).toBe(failing.writeText);
      expect(sent()).toHaveLength(1);
      expect(dialogCnt()).toBe(0);
    });

    test('on retry resends the same request, asks again if that fails too, and resolves with a response', async () => {
      const { outcome, sent, network, path } = await begin(kind, failing.answer);
      await answerDialog(true);
      if (failing.answer === silence) await vi.advanceTimersByTimeAsync(30_000);
      expect([openDialog()?.kind, outcome().state]).toEqual(['confirm', 'pending']);
      network.on(path, () => envelope(201, { subGroupId: 5 }));
      await answerDialog(true);
      expect(outcome()).toEqual({ state: 'done', value: { subGroupId: 5 } });
      const [first, second, third, ...more] = sent().map(({ url, method, body, headers }) => {
        return { url, method, body, key: headers.get('idempotency-key') };
      });
      expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
      expect([second, third, more]).toEqual([first, first, []]);
    });
  });
});

test('the texts follow the language', async () => {
  const { outcome } = await begin('write', () => envelope(999, {}, 500), 'en');
  const text = 'Error occurred [error code: 999]';
  const expected = { title: 'Task failed', textConfirm: 'Retry', captionMsg: text };
  expect(openDialog()?.options).toMatchObject(expected);
  await answerDialog(false);
  expect(failureOf(outcome()).message).toBe(text);
});
