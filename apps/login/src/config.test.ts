import { describe, expect, test } from 'vitest';
import { readSettings } from './config.ts';

describe('defaults', () => {
  test('are a login site on localhost without single sign-on', () => {
    expect(readSettings({})).toMatchObject({
      port: 4101,
      loginUrl: 'http://localhost:4101',
      publicUrl: 'http://localhost:4100',
      returnOrigins: ['http://localhost:4100', 'http://localhost:4101'],
      portalLinks: [],
      isSecure: false,
      oidc: undefined,
    });
  });
});

describe('single sign-on', () => {
  const oidc = { GWANJE_OIDC_ISSUER: 'https://id.example.com/realms/a', GWANJE_OIDC_CLIENT_ID: 'gwanje' };

  test('issuer and client id are enough', () => {
    expect(readSettings(oidc).oidc).toEqual({
      issuer: 'https://id.example.com/realms/a',
      clientId: 'gwanje',
      clientSecret: undefined,
      scope: 'openid profile email',
      roles: undefined,
      groups: undefined,
    });
  });

  test('claims and their maps are read', () => {
    const settings = readSettings({
      ...oidc,
      GWANJE_OIDC_ROLE_CLAIM: 'roles',
      GWANJE_OIDC_ROLE_MAP: 'admins=1,*=2',
      GWANJE_OIDC_GROUP_CLAIM: 'groups',
      GWANJE_OIDC_GROUP_MAP: 'dev=커머스/운영',
    }).oidc;
    expect(settings?.roles?.map.get('admins')).toBe(1);
    expect(settings?.groups?.map.get('dev')).toEqual([{ metaGroupName: '커머스', subGroupName: '운영' }]);
  });

  test('an issuer on this machine may be http', () => {
    const issuer = 'http://127.0.0.1:8080';
    expect(readSettings({ ...oidc, GWANJE_OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer);
  });
});

describe('wrong settings are named', () => {
  const sso = { GWANJE_OIDC_CLIENT_ID: 'a' };
  const role = { GWANJE_OIDC_ROLE_CLAIM: 'roles' };
  const sites = (console: string, login: string) => ({ GWANJE_PUBLIC_URL: console, GWANJE_LOGIN_URL: login });
  const domain = { GWANJE_COOKIE_DOMAIN: 'example.com' };
  const [a, b] = ['https://a.example.com', 'https://b.example.com'];
  test.each([
    [{ ...sso, GWANJE_OIDC_ISSUER: 'http://id.example.com' }, /GWANJE_OIDC_ISSUER: must be https/],
    [{ ...sso, GWANJE_OIDC_ISSUER: 'nonsense' }, /GWANJE_OIDC_ISSUER/],
    [{ GWANJE_OIDC_ISSUER: 'https://id.example.com' }, /GWANJE_OIDC_CLIENT_ID/],
    [{ GWANJE_OIDC_SCOPE: 'profile' }, /GWANJE_OIDC_SCOPE: must contain 'openid'/],
    [role, /GWANJE_OIDC_ROLE_MAP/],
    [{ ...role, GWANJE_OIDC_ROLE_MAP: 'a=7' }, /GWANJE_OIDC_ROLE_MAP: '7' is not a role/],
    [{ GWANJE_OIDC_GROUP_MAP: 'a=b' }, /GWANJE_OIDC_GROUP_MAP/],
    [{ GWANJE_PORTAL_LINKS: 'Wiki=javascript:alert(1)' }, /GWANJE_PORTAL_LINKS/],
    [{ GWANJE_LOGIN_PORT: '99999' }, /GWANJE_LOGIN_PORT/],
    [sites(a, b), /GWANJE_COOKIE_DOMAIN: needed/],
    [{ ...sites(a, 'https://b.example.org'), ...domain }, /GWANJE_COOKIE_DOMAIN: must be a parent/],
    [{ ...sites('https://notexample.com', b), ...domain }, /GWANJE_COOKIE_DOMAIN: must be a parent/],
  ])('%j', (environment, message) => expect(() => readSettings(environment)).toThrow(message));

  test('several at once, in one message', () => {
    expect(() => readSettings({ GWANJE_LOGIN_PORT: 'x', GWANJE_PORTAL_LINKS: 'x' })).toThrow(
      /GWANJE_LOGIN_PORT.*GWANJE_PORTAL_LINKS/s,
    );
  });
});

test('portal links are labels and URLs', () => {
  const links = '위키=https://wiki.example.com/a?b=c, 메일=http://mail.example.com';
  expect(readSettings({ GWANJE_PORTAL_LINKS: links }).portalLinks).toEqual([
    { label: '위키', url: 'https://wiki.example.com/a?b=c' },
    { label: '메일', url: 'http://mail.example.com/' },
  ]);
});
