import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration, secretsOf, VARIABLES } from './configuration.server.ts'
import { PORT_VARIABLES } from './ports.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'zyt-configuration-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the environment', () => {
  it('may be empty', () => {
    expect(readConfiguration({})).toMatchObject({ port: 8080, demo: true, trustProxy: [], databaseUrl: null, log: 'info' })
    expect([...readConfiguration({}).roles]).toEqual(['web', 'worker', 'gateway'])
    expect(readConfiguration({ PORT: '', DEMO: ' ' })).toMatchObject({ port: 8080, demo: true })
  })

  it('is read as it says', () => {
    const read = readConfiguration({
      PORT: '9000',
      ROLES: 'web, worker',
      DEMO: '0',
      TRUST_PROXY: '127.0.0.1,10.0.0.0/8,loopback',
      SECRET_KEY: 'ab'.repeat(32),
    })
    expect(read).toMatchObject({ port: 9000, demo: false, trustProxy: ['127.0.0.1', '10.0.0.0/8', 'loopback'] })
    expect(read.roles).toEqual(new Set(['web', 'worker']))
    expect(read.secretKey).toHaveLength(32)
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '80.5'],
    ['ROLES', 'web,boss'],
    ['ROLES', ','],
    ['DEMO', 'yes'],
    ['LOG', 'loud'],
    ['ADMIN_PASSWORD', 'admin123'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['TRUST_PROXY', 'proxy.local'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['SECRET_KEY', 'short'],
    ['OAUTH_CLIENT_SECRET', 'short'],
    ['OAUTH_CLIENT_ID', 'my console'],
    ['PORT', '0x1F90'],
    ['PORT', '65536'],
    ['GATEWAY_PORT', '8e3'],
    ['GATEWAY_PORT', '-1'],
    ['GATEWAY_PORT', 'on'],
    ['GATEWAY_ADMIT', 'all'],
    ['DATABASE_APP_URL', 'localhost:5432'],
    ['METRICS_TOKEN', 'too short'],
    ['DATABASE_POOL_URL', 'localhost:6432'],
  ])('with %s=%s stops the start with one sentence that does not repeat the value', (name, value) => {
    let message = ''
    try {
      readConfiguration({ [name]: value })
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError)
      message = (error as Error).message
    }
    expect(message).toContain(`环境变量 ${name} 的值不正确`)
    expect(message).not.toContain(`${value} `)
    expect(message).not.toContain('\n')
  })

  it.each([
    [{ OAUTH_CLIENT_ID: 'a' }, 'OAUTH_CLIENT_SECRET'],
    [{ DATABASE_APP_URL: 'postgres://a/b' }, 'DATABASE_URL'],
    [{ PORT: '6808', GATEWAY_PORT: '6808' }, 'GATEWAY_PORT 与 PORT'],
  ])('half a setting %j is refused', (environment, mentioned) => {
    expect(() => readConfiguration(environment)).toThrow(mentioned)
  })
})

describe('the page about the configuration', () => {
  it('names every variable there is, and no other', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operations/configuration.md'), 'utf8')
    const documented = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    expect(documented.toSorted()).toEqual([...VARIABLES, ...PORT_VARIABLES].toSorted())
  })
})

describe('secrets', () => {
  const at = (dataDir: string, more: Record<string, string> = {}) => secretsOf(readConfiguration({ DATA_DIR: dataDir, ...more }))

  it('are made once, differ between installations, and are readable by us alone', () => {
    const dataDir = join(folder, 'one')
    const first = at(dataDir)
    expect(at(dataDir)).toEqual(first)
    expect(at(join(folder, 'two')).oauthClient.secret).not.toBe(first.oauthClient.secret)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(first.secretKey).toHaveLength(32)
  })

  it('give way to the environment without being overwritten', () => {
    const dataDir = join(folder, 'three')
    const before = at(dataDir)
    const given = at(dataDir, { OAUTH_CLIENT_ID: 'mine', OAUTH_CLIENT_SECRET: 'given secret'.replace(' ', '-') })
    expect(given.oauthClient).toEqual({ id: 'mine', secret: 'given-secret' })
    expect(at(dataDir)).toEqual(before)
  })

  it.each([
    ['a file', ''],
    ['below a file', '/data'],
  ])('cannot be kept where DATA_DIR is %s: a sentence says so', (_title, below) => {
    const file = join(folder, 'not-a-folder')
    writeFileSync(file, 'here')
    expect(() => at(`${file}${below}`)).toThrow(
      /^环境变量 DATA_DIR 指定的目录 .*not-a-folder.* 无法使用：(?:它是一个文件|路径中有一部分不是目录)$/,
    )
    expect(readFileSync(file, 'utf8')).toBe('here')
  })

  it('damaged are not replaced', () => {
    const dataDir = join(folder, 'one')
    const path = join(dataDir, 'secrets.json')
    writeFileSync(path, '{')
    expect(() => at(dataDir)).toThrow('已损坏')
    expect(readFileSync(path, 'utf8')).toBe('{')
  })
})
