/** Which passwords are accepted. Pure; the form and the server use the same function. */
import type { Check } from '../basics/check.ts'

export const PASSWORD_RULE = '密码为 8–128 位，至少包含大写字母、小写字母、数字、符号中的三种'
/** How many former passwords may not be used again. */
export const REMEMBERED_PASSWORDS = 5

/**
 * The best known passwords and their usual decorations. Compared without case and with common substitutions undone
 * (`P@ssw0rd1` is `password1`), because the class rule alone would let exactly these through.
 */
const COMMON = `
123456 12345678 123456789 1234567890 password password1 password12 password123 passwd qwerty qwerty1 qwerty12 qwerty123
qwertyuiop qwer1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx qazwsx qazwsxedc abc123 abc12345 abcd1234 abcdef12 a1234567
a12345678 a123456789 aa123456 aa12345678 asd12345 asdf1234 asdfghjkl asdfghjk zxcvbnm zxcvbnm1 letmein letmein1 welcome
welcome1 welcome123 admin admin1 admin12 admin123 admin1234 admin12345 admin123456 admin888 administrator root1234 root123
toor test1234 test12345 test123456 user1234 guest123 changeme changeme1 changeme123 default1 master123 monkey123
dragon123 sunshine sunshine1 princess iloveyou iloveyou1 football baseball superman batman123 trustno1 whatever
woaini woaini123 woaini520 woaini1314 wodemima mima1234 nihao123 zhongguo china123 beijing2008 shanghai1 taobao123
5201314 woaini5201314 q1w2e3r4 p0o9i8u7 iphone123 computer internet company1 company123 summer123 winter123 spring123
hello123 hello1234 secret123 login123 access123 system123 manager123 oracle123 server123 huawei123 tencent123
qq123456 wang1234 li123456 zhang123 pass1234 pass12345 mypassword newpassword temp1234 temp12345
`
const plain = (text: string): string =>
  text.toLowerCase().replaceAll('@', 'a').replaceAll('$', 's').replaceAll('!', 'i').replaceAll('0', 'o')
const COMMON_SET = new Set(COMMON.split(/\s+/).filter(Boolean).map(plain))

function isCommon(password: string): boolean {
  const text = plain(password)
  // `password123!` and `Admin123456#` are the list's entries with a tail the class rule asks for.
  return COMMON_SET.has(text) || COMMON_SET.has(plain(password.replace(/[^\p{L}\p{N}]+$/u, '')))
}

const classesIn = (password: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length

const MOST_WORDS = 30
/**
 * What people make passwords of besides lists of the world: the name of the company and of the product, in characters, in pinyin and
 * by its initials. Two characters or four letters at least, or every password would hold one.
 */
export function passwordWords(names: readonly string[], latin: (name: string) => readonly string[]): string[] {
  const parts = names.flatMap((name) => [name, Array.from(name).slice(0, 2).join(''), ...name.split(/[\s（）()·,，、-]+/)])
  const words = [...new Set(parts)].flatMap((part) => [part, ...latin(part)])
  const known = words
    .map((word) => plain(word.trim()))
    .filter((word) => (/^[\x20-\x7e]*$/.test(word) ? word.length >= 4 : Array.from(word).length >= 2))
  return [...new Set(known)].slice(0, MOST_WORDS)
}

/** `least`: the operator may ask for more than eight, never for fewer. */
export function checkPassword(password: string, username: string, least = 8, words: readonly string[] = []): Check {
  const length = Array.from(password).length
  if (length < Math.max(8, least)) return `密码至少 ${Math.max(8, least)} 位`
  if (length > 128) return '密码最多 128 位'
  // Control characters cannot be typed again on another keyboard.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(password)) return '密码不能包含控制字符'
  if (classesIn(password) < 3) return PASSWORD_RULE
  const name = username.trim().toLowerCase()
  if (name.length >= 3 && password.toLowerCase().includes(name)) return '密码不能包含用户名'
  const bare = plain(password)
  if (words.some((word) => bare.includes(word))) return '密码不能包含公司或系统的名称（含拼音），请换一个'
  if (isCommon(password)) return '该密码过于常见，容易被猜到，请换一个'
  if (/^(.)\1+$/u.test(password)) return '密码不能全是同一个字符'
  return null
}
