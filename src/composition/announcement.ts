/** What a start that succeeded tells whoever looks at the terminal. */
export interface Started {
  address: string | null
  /** TCP port for terminals; null when this process has no gateway. */
  gatewayPort: number | null
  /** Of an administrator made by this start; told once, kept nowhere. */
  newAdminPassword: string | null
  /** While the demo company stands; the login page offers them, too. */
  demoAccounts: readonly { username: string; password: string; note: string }[]
  /** It is still being filled in. */
  filling: boolean
}

const red = (text: string): string => `\u001B[31m${text}\u001B[0m`

export function announcement({ address, gatewayPort, newAdminPassword, demoAccounts, filling }: Started, tookMs: number): string {
  const lines = [`租运通已就绪（${(tookMs / 1000).toFixed(1)} 秒）${address ? `：${address}` : ''}`]
  if (gatewayPort) lines.push(`  车载终端（JT/T 808）请连接本机 TCP 端口 ${gatewayPort}`)
  if (newAdminPassword) lines.push(`  管理员用户名 admin，初始密码 ${newAdminPassword}（仅显示这一次，首次登录须修改）`)
  if (address && demoAccounts.length > 0) {
    lines.push('  演示账号（登录页可一键登录）：')
    lines.push(`  ${red('演示系统：密码公开在登录页，能打开该地址的人都能登录。不要对外开放，不要录入真实数据；正式使用请以 DEMO=0 启动')}`)
    if (filling) lines.push('  演示公司的一年业务正在装入，约一分钟；现在就可以登录，进度在首页上')
    for (const { username, password, note } of demoAccounts) lines.push(`    ${username}  ${password}  ${note}`)
  }
  return lines.join('\n')
}
