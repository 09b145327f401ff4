import type { ErrorName } from '@gwanje/contract/definition/errors';

export const errors = {
  readerOnly: '조회만 할 수 있는 계정입니다. 변경이 필요하면 관리자에게 요청해 주세요.',
  withCode: '오류가 발생했습니다. [오류 코드: {{code}}]',
  requiredParameter: '필수 파라미터가 누락되었습니다.',
  /** By the contract's error table; an error without a sentence does not compile. */
  code: {
    sessionFailed: '로그인 세션이 만료되었습니다. 다시 로그인해 주세요.',
    subGroupNotAllowed: '그룹 권한이 변경되었습니다. 허용된 그룹을 다시 선택해 주세요.',
    unknown: '알 수 없는 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    missingParameter: '필수 파라미터가 누락되었습니다. 빠진 항목을 입력해 주세요.',
    invalidParameter: '입력한 값이 올바르지 않습니다. 값을 확인하고 다시 입력해 주세요.',
    notFound: '대상을 찾을 수 없습니다. 목록을 새로고침하여 삭제되었는지 확인해 주세요.',
    conflict:
      '이미 사용 중인 이름이거나 다른 사용자가 먼저 변경했습니다. 이름을 바꾸거나 새로고침한 뒤 다시 시도해 주세요.',
    noPermission: '이 작업을 수행할 권한이 없습니다. 관리자에게 권한을 요청해 주세요.',
    tooLarge: '보낸 내용이 너무 큽니다. 크기를 줄여 다시 시도해 주세요.',
    tooManyRequests: '요청이 너무 많습니다. 잠시 기다린 뒤 다시 시도해 주세요.',
    busy: '서버가 처리 중입니다. 잠시 후 다시 시도해 주세요.',
    inUse: '사용 중이므로 삭제할 수 없습니다. 사용하는 항목을 먼저 정리해 주세요.',
    viewingOnly: '다른 사용자로 보는 동안에는 변경할 수 없습니다. 변경하려면 먼저 그만 보기를 눌러 주세요.',
    proofNeeded: '본인 확인이 필요합니다. 확인한 뒤 다시 시도해 주세요.',
    viewEnded: '다른 사용자로 보기가 끝났습니다. 내 화면으로 돌아가 주세요.',
  } satisfies Record<ErrorName, string>,
  /** By `TransportReason`: the client does not compile without a sentence for each. */
  transport: {
    network: '서버에 연결할 수 없습니다. 네트워크 상태를 확인하고 다시 시도해 주세요.',
    timeout: '서버의 응답이 늦어지고 있습니다. 잠시 후 다시 시도해 주세요.',
    noEnvelope: '서버가 올바르게 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
    cutOff: '서버의 응답이 도중에 끊겨 일부만 받았습니다. 잠시 후 다시 시도해 주세요.',
  },
} as const;
