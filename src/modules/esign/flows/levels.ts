/** How sure it is who signed; the same words on the certificate page, in the evidence and at /verify. */
export const LEVELS = { A: '第三方认证', B: '短信验证码+手写', C: '面签（工作人员见证）', D: '账号确认' } as const
