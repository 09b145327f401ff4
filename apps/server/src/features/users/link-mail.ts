import type { OneTimeLinkKind } from '@gwanje/contract/users/invitations';
import type { Language } from '@gwanje/domain/language';
import { timeOf } from '../../alarms/notifications/message-variables.ts';

export interface LinkMail {
  readonly kind: OneTimeLinkKind;
  readonly url: string;
  readonly expiresAt: Date;
  readonly to: { readonly name: string; readonly userId: string };
  /** The name of the admin who sends it. */
  readonly sender: string;
}

/** Names are plain text: the mailer keeps line breaks out of the subject and makes no links of them. */
export function linkMailText(mail: LinkMail, language: Language): { subject: string; text: string } {
  return WORDS[language](mail, timeOf(mail.expiresAt.toISOString(), language));
}

const WORDS: Readonly<
  Record<Language, (mail: LinkMail, until: string) => { subject: string; text: string }>
> = {
  ko: ({ kind, url, to, sender }, until) =>
    kind === 'invitation'
      ? {
          subject: '[관제] 초대: 비밀번호를 설정해 주세요',
          text: [
            `${to.name}(${to.userId})님, 관제에 초대되었습니다.`,
            `보낸 사람: ${sender}`,
            '',
            '아래 링크에서 비밀번호를 설정하면 로그인할 수 있습니다.',
            url,
            '',
            `이 링크는 ${until}까지 한 번만 사용할 수 있습니다. 다른 사람에게 전달하지 마세요.`,
            '초대를 받을 이유가 없다면 이 메일을 무시하세요.',
          ].join('\n'),
        }
      : {
          subject: '[관제] 비밀번호를 다시 설정해 주세요',
          text: [
            `${to.name}(${to.userId})님의 관제 비밀번호가 초기화되었습니다.`,
            `보낸 사람: ${sender}`,
            '',
            '이전 비밀번호는 더 이상 사용할 수 없습니다. 아래 링크에서 새 비밀번호를 설정해 주세요.',
            url,
            '',
            `이 링크는 ${until}까지 한 번만 사용할 수 있습니다. 다른 사람에게 전달하지 마세요.`,
            '요청한 적이 없다면 관리자에게 알려 주세요.',
          ].join('\n'),
        },
  en: ({ kind, url, to, sender }, until) =>
    kind === 'invitation'
      ? {
          subject: '[Gwanje] Invitation: please set your password',
          text: [
            `${to.name} (${to.userId}), you are invited to Gwanje.`,
            `Sent by: ${sender}`,
            '',
            'Set your password with the link below; then you can sign in.',
            url,
            '',
            `The link works once, until ${until}. Please do not pass it on.`,
            'If you do not expect an invitation, ignore this mail.',
          ].join('\n'),
        }
      : {
          subject: '[Gwanje] Please set a new password',
          text: [
            `The Gwanje password of ${to.name} (${to.userId}) has been reset.`,
            `Sent by: ${sender}`,
            '',
            'The old password no longer works. Set a new one with the link below.',
            url,
            '',
            `The link works once, until ${until}. Please do not pass it on.`,
            'If you did not ask for this, tell your administrator.',
          ].join('\n'),
        },
};
