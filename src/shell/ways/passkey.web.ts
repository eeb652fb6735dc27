/** What the browser is asked about passkeys, and what it means when it says no. Loaded when somebody uses one. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: '没有完成：已取消、已超时，或这台设备上没有本网址的通行密钥',
  AbortError: '没有完成：已取消或已超时',
  SecurityError: '当前网址不能使用通行密钥，请从公司的网址（HTTPS）打开系统',
  InvalidStateError: '这台设备上已经有您的通行密钥，不用再添加',
  NotSupportedError: '这台设备不支持通行密钥，请换一台或改用动态验证码',
}
const problemOf = (error: unknown): string =>
  (error instanceof Error ? SENTENCES[error.name] : undefined) ?? '浏览器没有完成通行密钥的操作，请重试'

type Asked = { answer: string } | { problem: string }
async function asked(work: () => Promise<object>): Promise<Asked> {
  try {
    return { answer: JSON.stringify(await work()) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

export const askPasskey = (options: object): Promise<Asked> =>
  asked(() => startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] }))

export const makePasskey = (options: object): Promise<Asked> =>
  asked(() => startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }))
