export const dialogs = {
  alertLabel: '안내',
  confirmLabel: '확인 요청',
  taskFailed: '작업 실패',
  taskFailedText: '작업을 처리하는 중 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  sessionExpired: '로그인 세션이 만료되었습니다.',
  groupsChanged: '그룹 권한이 변경되었습니다. 허용된 그룹의 정보를 갱신하여 다시 불러옵니다.',
  viewEnded:
    '보고 있던 사용자가 바뀌었거나 권한이 달라져 다른 사용자로 보기를 끝냈습니다. 내 화면으로 돌아갑니다.',
  noAccess: '해당 경로에 대한 접근 권한이 없습니다.',
  invalidAddress: '해당 페이지를 조회할 수 없습니다. 입력하신 주소가 유효한 주소인지 확인해 주세요.',
  outsideSelection: '{{name}} 클러스터는 현재 선택한 그룹에 없습니다.',
  selectGroup: '{{group}} 그룹을 선택에 추가하면 페이지가 열립니다.',
  addGroup: '그룹 추가',
  readOnly: '변경이 불가합니다.',
  loginUnreachable:
    '로그인 사이트의 주소를 불러오지 못했습니다. 네트워크 상태를 확인한 뒤 확인을 눌러 다시 시도해 주세요.',
} as const;
