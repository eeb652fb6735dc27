import { expect, it } from 'vitest'
import { announcement } from './announcement.ts'

const demoAccounts = [{ username: 'yunqiao_finance', password: 'k3-Wm8p', note: '财务：收款、退款、核销' }]

it('the first start tells the address, the password that is shown once, and the accounts of the demo company', () => {
  expect(
    announcement(
      { address: 'http://localhost:8080', gatewayPort: 6808, newAdminPassword: 'x7Q', demoAccounts, filling: true },
      71_240,
    ).split('\n'),
  ).toEqual([
    '租运通已就绪（71.2 秒）：http://localhost:8080',
    '  车载终端（JT/T 808）请连接本机 TCP 端口 6808',
    '  管理员用户名 admin，初始密码 x7Q（仅显示这一次，首次登录须修改）',
    '  演示账号（登录页可一键登录）：',
    '  \u001B[31m演示系统：密码公开在登录页，能打开该地址的人都能登录。不要对外开放，不要录入真实数据；正式使用请以 DEMO=0 启动\u001B[0m',
    '  演示公司的一年业务正在装入，约一分钟；现在就可以登录，进度在首页上',
    '    yunqiao_finance  k3-Wm8p  财务：收款、退款、核销',
  ])
})
it('a later start of an own company tells the address; a worker has none', () => {
  expect(
    announcement({ address: 'http://localhost:8080', gatewayPort: null, newAdminPassword: null, demoAccounts: [], filling: false }, 3000),
  ).toBe('租运通已就绪（3.0 秒）：http://localhost:8080')
  expect(announcement({ address: null, gatewayPort: null, newAdminPassword: null, demoAccounts, filling: false }, 3000)).toBe(
    '租运通已就绪（3.0 秒）',
  )
})
