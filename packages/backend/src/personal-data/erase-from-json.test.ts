import { expect, it } from 'vitest';
import { eraseEmails, eraseFromJson } from './erase-from-json.ts';
import { type Person, personOf } from './person.ts';

const hong: Person = {
  userNo: 12,
  userIds: ['hong'],
  names: ['홍길동'],
  emails: ['hong@example.com'],
  providerNames: ['hong@idp', 'sub-77'],
};

const byHong = { confirmedByNo: 12 };
it.each([
  ['the user id under its key', { userId: 'hong' }, { userId: '#12' }],
  ['the user that an admin viewed as', { viewAs: 'hong' }, { viewAs: '#12' }],
  ['names beside the number', [{ userNo: 12, name: '홍길동' }], [{ userNo: 12, name: '#12' }]],
  ['the subject of a sign-on', { subject: 'sub-77' }, { subject: '#12' }],
  ['a name with its number', { confirmedBy: '홍길동', ...byHong }, { confirmedBy: '#12', ...byHong }],
  ['an address inside a text', { reason: 'ask HONG@example.com.' }, { reason: 'ask #12.' }],
])('removes %s', (_, value, left) => {
  expect(eraseFromJson(value, hong)).toEqual(left);
});

it.each([
  ['another person of the same name', { userNo: 13, name: '홍길동' }],
  ['a name beside another number', { name: '홍길동', confirmedBy: '홍길동', confirmedByNo: 13 }],
  ['an object that the person has confirmed', { name: '홍길동', confirmedBy: 'x', ...byHong }],
  ['a cluster with that name', { hostId: 1, name: '홍길동' }],
  ['a word that equals the user id', { label: 'hong' }],
  ['a word that equals the external id', { label: 'sub-77' }],
  ['a longer user id', { userId: 'hong2' }],
  ['a longer address', { text: 'kim.hong@example.com, hong@example.com.kr' }],
  ['what is no text', { userNo: 12, at: null, cnt: 12, on: true, list: [] }],
])('leaves %s', (_, value) => {
  expect(eraseFromJson(value, hong)).toEqual(value);
});

it('removes every name in a value about the person', () => {
  const detail = {
    userId: 'hong',
    before: { name: '홍길동', email: 'hong@example.com', role: 2 },
    after: { name: '홍길동' },
  };
  expect(eraseFromJson(detail, hong, true)).toEqual({
    userId: '#12',
    before: { name: '#12', email: '#12', role: 2 },
    after: { name: '#12' },
  });
});

it('changes nothing the second time', () => {
  const once = eraseFromJson({ userId: 'hong', reason: 'hong@example.com' }, hong, true);
  expect(eraseFromJson(once, hong, true)).toEqual(once);
});

it('knows earlier names from the entries about the person, but no pseudonym', () => {
  const entries = [
    { userId: 'hong', before: { name: '홍길동' }, after: { name: '홍길순', email: 'new@example.com' } },
    { userId: '#12', before: { name: '#12' } },
    { userId: null },
    { userName: 'hong@idp', before: { externalId: 'e-1' }, subject: 'sub-77' },
  ];
  expect(personOf(12, entries)).toEqual({
    userNo: 12,
    userIds: ['hong'],
    names: ['홍길동', '홍길순'],
    emails: ['new@example.com'],
    providerNames: ['hong@idp', 'sub-77', 'e-1'],
  });
});

it('treats an address as text, not as a pattern', () => {
  const person = { ...hong, emails: ['a+b.c@example.com'] };
  expect(eraseEmails('a+b.c@example.com aab-c@example.com', person)).toBe('#12 aab-c@example.com');
});
