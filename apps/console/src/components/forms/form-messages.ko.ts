/** Words of every form. */
export const forms = {
  notDone: '처리하지 못했습니다',
  unsavedTitle: '저장하지 않은 변경 사항',
  unsavedText: '저장하지 않은 변경 사항이 있습니다. 저장하지 않고 나가시겠습니까?',
  discard: '나가기',
  stay: '계속 수정',
  nameEmpty: '이름을 입력해 주세요.',
  nameTooLong: '이름은 50자까지 입력할 수 있습니다.',
  nameControlCharacter: '이름에 사용할 수 없는 제어 문자가 있습니다. 지우고 다시 입력해 주세요.',
  nameInvisible: '보이는 글자를 한 자 이상 입력해 주세요.',
  nameTaken: '이미 사용 중인 이름입니다. 다른 이름을 입력해 주세요.',
  nameHint: '1~50자, 앞뒤 공백은 제거됩니다.',
  copy: '복사',
  copied: '복사했습니다',
} as const;
