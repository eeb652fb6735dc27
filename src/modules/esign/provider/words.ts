/** What stands beside a flow while its provider is waited for. */
export const WAITING = '已提交，等待服务商'
export const REVOKING = '撤销已提交，等待服务商确认'
