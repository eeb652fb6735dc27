const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, '安卓'],
  [/Linux/, 'Linux'],
]
const first = (list: [RegExp, string][], text: string, otherwise: string): string => list.find(([p]) => p.test(text))?.[1] ?? otherwise

/** Good enough for somebody to recognise their own computer; nothing depends on it. */
export const deviceOf = (userAgent: string): string =>
  `${first(SYSTEMS, userAgent, '未知系统')} · ${first(BROWSERS, userAgent, '未知浏览器')}`
