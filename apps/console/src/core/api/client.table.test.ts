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

type Texts = Readonly<Record<Language, string>>;

const words = {
  taskFailed: { ko: '작업 실패', en: 'Task failed' },
  taskFailedText: {
    ko: '작업을 처리하는 중 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    en: 'An error occurred while processing the task. Please try again later.',
  },
  retry: { ko: '재시도', en: 'Retry' },
  sessionExpired: { ko: '로그인 세션이 만료되었습니다.', en: 'The login session has expired.' },
  groupsChanged: {
    ko: '그룹 권한이 변경되었습니다. 허용된 그룹의 정보를 갱신하여 다시 불러옵니다.',
    en: 'The group permission has changed. Updating and reloading information for the allowed groups.',
  },
  error999: { ko: '오류가 발생했습니다. [오류 코드: 999]', en: 'Error occurred [error code: 999]' },
  error1234: { ko: '오류가 발생했습니다. [오류 코드: 1234]', en: 'Error occurred [error code: 1234]' },
  unknown: {
    ko: '알 수 없는 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    en: 'An unknown error occurred. Please try again later.',
  },
  noEnvelope: {
    ko: '서버가 올바르게 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The server did not answer properly. Please try again later.',
  },
  timeout: {
    ko: '서버의 응답이 늦어지고 있습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The server is taking too long to answer. Please try again later.',
  },
  network: {
    ko: '서버에 연결할 수 없습니다. 네트워크 상태를 확인하고 다시 시도해 주세요.',
    en: 'The server cannot be reached. Please check the network and try again.',
  },
} satisfies Record<string, Texts>;

interface Outcome {
  readonly answer: Responder;
  readonly code: number | null;
  /** The error text of a read. */
  readonly readText: Texts;
  /** The error text of a write, after the retry dialog (if any) is closed. */
  readonly writeText: Texts;
  readonly offersRetry: boolean;
  /** The caption of the retry dialog. */
  readonly caption?: Texts;
}

const transport = (answer: Responder, text: Texts): Outcome => ({
  answer,
  code: null,
  readText: text,
  writeText: text,
  offersRetry: true,
});

const unknownCode = (code: number, readText: Texts, writeText: Texts): Outcome => ({
  answer: () => envelope(code, {}, 500),
  code,
  readText,
  writeText,
  offersRetry: true,
  caption: writeText,
});

const failures: Readonly<Record<string, Outcome>> = {
  'code 999': unknownCode(999, words.unknown, words.error999),
  'a code nobody knows': unknownCode(1234, words.error1234, words.error1234),
  'an answer without envelope': transport(
    () => new Response('<h1>502</h1>', { status: 502 }),
    words.noEnvelope,
  ),
  'JSON that is no envelope': transport(() => new Response('[1]'), words.noEnvelope),
  'an envelope whose data is no object': transport(() => envelope(200, 'text'), words.noEnvelope),
  'an empty answer': transport(() => new Response(null, { status: 204 }), words.noEnvelope),
  timeout: transport(silence, words.timeout),
  'network down': transport(networkDown, words.network),
};

const refusals: readonly { code: number; status: number; text: Texts }[] = [
  {
    code: 8001,
    status: 400,
    text: {
      ko: '필수 파라미터가 누락되었습니다. 빠진 항목을 입력해 주세요.',
      en: 'The required parameter is missing. Please fill in what is missing.',
    },
  },
  {
    code: 8002,
    status: 400,
    text: {
      ko: '입력한 값이 올바르지 않습니다. 값을 확인하고 다시 입력해 주세요.',
      en: 'A value is not valid. Please check it and enter it again.',
    },
  },
  {
    code: 8003,
    status: 404,
    text: {
      ko: '대상을 찾을 수 없습니다. 목록을 새로고침하여 삭제되었는지 확인해 주세요.',
      en: 'The item was not found. Please refresh the list to see whether it was deleted.',
    },
  },
  {
    code: 8004,
    status: 409,
    text: {
      ko: '이미 사용 중인 이름이거나 다른 사용자가 먼저 변경했습니다. 이름을 바꾸거나 새로고침한 뒤 다시 시도해 주세요.',
      en: 'The name is taken, or someone else made a change first. Please choose another name, or refresh and try again.',
    },
  },
  {
    code: 8005,
    status: 403,
    text: {
      ko: '이 작업을 수행할 권한이 없습니다. 관리자에게 권한을 요청해 주세요.',
      en: 'You have no permission to do this. Please ask an administrator for it.',
    },
  },
  {
    code: 8006,
    status: 413,
    text: {
      ko: '보낸 내용이 너무 큽니다. 크기를 줄여 다시 시도해 주세요.',
      en: 'What was sent is too large. Please make it smaller and try again.',
    },
  },
  {
    code: 8007,
    status: 429,
    text: {
      ko: '요청이 너무 많습니다. 잠시 기다린 뒤 다시 시도해 주세요.',
      en: 'There were too many requests. Please wait a moment and try again.',
    },
  },
  {
    code: 8008,
    status: 503,
    text: {
      ko: '서버가 처리 중입니다. 잠시 후 다시 시도해 주세요.',
      en: 'The server is busy. Please try again shortly.',
    },
  },
  {
    code: 8009,
    status: 409,
    text: {
      ko: '사용 중이므로 삭제할 수 없습니다. 사용하는 항목을 먼저 정리해 주세요.',
      en: 'It is in use and cannot be deleted. Please remove what uses it first.',
    },
  },
];

type Settled = { readonly state: 'pending' } | { readonly state: 'done'; value: unknown } | Failed;
interface Failed {
  readonly state: 'failed';
  readonly error: unknown;
}

async function begin(kind: Kind, language: Language, answer: Responder) {
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

describe.each(['ko', 'en'] as const)('in %s', (language) => {
  describe.each(Object.keys(kinds) as Kind[])('a %s', (kind) => {
    const isWrite = kind === 'write';

    test('resolves with the data after a success', async () => {
      const { outcome, sent } = await begin(kind, language, () =>
        envelope(isWrite ? 201 : 200, { list: [7] }),
      );
      expect(outcome()).toEqual({ state: 'done', value: { list: [7] } });
      expect(dialogCnt()).toBe(0);
      expect(sent()).toHaveLength(1);
    });

    test.each([undefined, null])(
      'resolves with an empty object after a success with data %s',
      async (data) => {
        const { outcome } = await begin(kind, language, () => envelope(200, data));
        expect(outcome()).toEqual({ state: 'done', value: {} });
        expect(dialogCnt()).toBe(0);
      },
    );

    test.each(refusals)(
      'refused with $code rejects with code and detail, without a dialog',
      async (refusal) => {
        const detail = { field: 'name', reason: 'taken' };
        const { outcome, sent, went } = await begin(kind, language, () =>
          envelope(refusal.code, detail, refusal.status, 'words for logs'),
        );
        // A read is resent to a busy server for a minute at most.
        const isAskedAgain = refusal.code === 8008 && !isWrite;
        if (isAskedAgain) await vi.advanceTimersByTimeAsync(60_000);
        const failure = failureOf(outcome());
        expect(failure).toMatchObject({ kind: 'code', code: refusal.code, detail, wasShown: false });
        expect(failure.message).toBe(refusal.text[language]);
        expect(failure.serverMessage).toBe('words for logs');
        expect(dialogCnt()).toBe(0);
        expect(sent().length > 1).toBe(isAskedAgain);
        expect(went).toEqual([]);
      },
    );

    test('refused with 9999 clears the user, shows an alert and goes to the login site', async () => {
      const page = await freshPage('/alarm-list');
      await setLanguage(language);
      page.network.on(kinds[kind].path, () => envelope(9999, {}, 401));
      useSession.setState({ loggedIn: true });
      const failure = await kinds[kind].run().catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'code', code: 9999, wasShown: true });
      expect(useSession.getState()).toMatchObject({ user: null, loggedIn: false });
      expect(openDialog()).toMatchObject({
        kind: 'alert',
        options: { text: words.sessionExpired[language] },
      });
      expect(page.went).toEqual([]);
      await answerDialog(true);
      expect(page.went).toEqual([
        `https://login.example.test/login?returnUrl=${encodeURIComponent(window.location.href)}`,
      ]);
      expect(page.network.requestsOf(kinds[kind].path)).toHaveLength(1);
    });

    test('refused with 8109 reloads the groups after 500 ms, alerts and goes to the section page', async () => {
      const { outcome, network, went, sent } = await begin(kind, language, () => envelope(8109, {}, 403));
      expect(failureOf(outcome())).toMatchObject({ kind: 'code', code: 8109, wasShown: true });
      const reloads = () => network.requestsOf('/api/v1/group-name/list').length;
      const before = reloads();
      await vi.advanceTimersByTimeAsync(499);
      expect([reloads(), dialogCnt()]).toEqual([before, 0]);
      await vi.advanceTimersByTimeAsync(1);
      expect(reloads()).toBe(before + 1);
      expect(openDialog()).toMatchObject({ kind: 'alert', options: { text: words.groupsChanged[language] } });
      expect(went).toEqual([]);
      await answerDialog(true);
      expect(went).toEqual(['/alarm-list']);
      expect(sent()).toHaveLength(1);
    });

    describe.each(Object.entries(failures))('after %s', (_name, failing) => {
      if (!isWrite) {
        test('rejects with the error text and shows no dialog', async () => {
          const { outcome, sent } = await begin(kind, language, failing.answer);
          const failure = failureOf(outcome());
          expect(failure).toMatchObject({
            kind: failing.code === null ? 'transport' : 'code',
            code: failing.code,
          });
          expect(failure.message).toBe(failing.readText[language]);
          expect(dialogCnt()).toBe(0);
          expect(sent()).toHaveLength(1);
        });
        return;
      }

      test('asks whether to retry, and rejects when the dialog is closed', async () => {
        const { outcome, sent } = await begin(kind, language, failing.answer);
        expect(outcome()).toEqual({ state: 'pending' });
        expect(openDialog()).toMatchObject({ kind: 'confirm' });
        expect(openDialog()?.options).toEqual({
          title: words.taskFailed[language],
          text: words.taskFailedText[language],
          textConfirm: words.retry[language],
          ...(failing.caption && { captionMsg: failing.caption[language] }),
        });
        await answerDialog(false);
        const failure = failureOf(outcome());
        expect(failure).toMatchObject({ code: failing.code, wasShown: true });
        expect(failure.message).toBe(failing.writeText[language]);
        expect(sent()).toHaveLength(1);
        expect(dialogCnt()).toBe(0);
      });

      test('on retry resends the same request with the same Idempotency-Key and resolves with the response', async () => {
        const { outcome, sent, network, path } = await begin(kind, language, failing.answer);
        network.on(path, () => envelope(201, { subGroupId: 5 }));
        await answerDialog(true);
        expect(outcome()).toEqual({ state: 'done', value: { subGroupId: 5 } });
        const [first, second, ...more] = sent();
        expect(more).toEqual([]);
        expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
        expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
        expect([second?.url, second?.method, second?.body]).toEqual([first?.url, first?.method, first?.body]);
      });

      test('asks again if the resend fails too', async () => {
        const { outcome, sent } = await begin(kind, language, failing.answer);
        await answerDialog(true);
        if (failing.answer === silence) await vi.advanceTimersByTimeAsync(30_000);
        expect(sent()).toHaveLength(2);
        expect(openDialog()).toMatchObject({ kind: 'confirm' });
        expect(outcome()).toEqual({ state: 'pending' });
        await answerDialog(false);
        expect(failureOf(outcome()).message).toBe(failing.writeText[language]);
      });
    });
  });
});
