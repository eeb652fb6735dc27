/** Delivered English of what stands in security: the profile, the three administrators, what waits for a second person. */
export const SECURITY: Readonly<Record<string, string>> = {
  这个用户登录后会看不到内容: 'This user will not see everything after signing in',
  仍要保存: 'Save all the same',
  返回修改: 'Back to the form',
  '没有选择角色：登录后看不到任何菜单': 'No role is chosen: no menu at all after signing in',
  '所选角色还没有授权任何页面：登录后看不到任何菜单，请先到「角色管理」授权':
    'The chosen roles open no page yet: no menu at all after signing in. Grant pages in Roles first',
  '用户和所选角色都没有数据权限模板，看不到其中任何数据的页面：{}':
    'Neither the user nor the chosen roles have a data permission template. Pages without any data: {}',
  '没有选择所属门店，而数据权限是本门店，看不到任何数据的页面：{}':
    'No store is chosen, and the data permission is “own store”. Pages without any data: {}',
  '数据权限模板没有包含，看不到任何数据的页面：{}': 'Left out by the data permission templates. Pages without any data: {}',
  已更换: 'Replaced',
  已清除: 'Removed',
  搜索指定内容: 'Searched for something given',
  '填写或更换手机号、证件号、账号过于频繁，请过几分钟再试；每次都记入系统日志':
    'Numbers of people were typed in or changed too often: try again in a few minutes. Each time is logged',
  '表格中已登记的{}太多，超过一次能核对的数量，没有导入任何一行。请去掉已登记的行后再导入，或请有「查看完整信息」权限的同事导入':
    'Too many known numbers ({}) in the sheet, more than can be compared at once: nothing was imported. Take the known rows out, or let somebody import who may see whole numbers',
  '行号 {} 出现了两次，请重新上传文件': 'Row {} is there twice: upload the file again',
  安全管理: 'Security',
  待复核变更: 'Changes to review',
  待复核变更详情: 'Change to review',
  建立三员角色: 'Make the three roles',
  系统管理员职责: 'Duty of the system administrator',
  安全管理员职责: 'Duty of the security administrator',
  审计管理员职责: 'Duty of the audit administrator',
  查看全部日志: 'Read the whole log',
  安全档案: 'Security profile',
  等保三级: 'Level 3',
  必须启用两步验证: 'Second factor needed by',
  自愿: 'Nobody',
  管理员登录地址: 'Addresses of administrators',
  三员分立: 'Three administrators',
  授权双人复核: 'Two people for rights',
  查看轨迹须司机同意: 'Drivers agree to their tracks',
  清除两步验证: 'Clear second factor',
  资料修改: 'Change of fields',
  变更内容: 'Change',
  变更数据: 'Data',
  复核时间: 'Reviewed',
  复核意见: 'Remark',
  复核通过: 'Approve',
  同意行踪使用: 'Agreed to tracks',
  登录密码: 'Password',
  换一组恢复码: 'New recovery codes',
  我已保存: 'I have kept them',
  请先启用两步验证: 'Turn two-step sign-in on first',
  '例如：手机丢失，已当面核实本人': 'For example: telephone lost, person seen',
  '司机本人在手机页同意的时间；空着表示没有同意或已撤回': 'When the driver agreed on his page; empty: not, or taken back',
  '按等保三级逐项检查：身份鉴别、三员分立、日志、加密与备份，说明做到了什么、还差什么。':
    'What level 3 asks, item by item: identity, three administrators, logs, encryption and backups; what is there and what is missing.',
  '授权、用户权限与收款账户的修改，由另一人复核后生效。': 'Grants, rights of people and accounts of payees, in force once somebody else has looked.',
  账号办理: 'Account',
  参数修改: 'Change of parameters',
  '放宽「{}」须由另一位管理员复核后生效，已放入「待复核变更」': 'Loosening “{}” takes effect once another administrator has looked: see Changes to review',
  '三员分立：放宽「{}」须由另一人复核，现在没有别人可以复核；请先给审计管理员授予「待复核变更」的复核权限':
    'Three administrators: loosening “{}” needs a second person, and there is nobody else who could review. Grant the audit administrator the review of Changes to review first',
  '三员分立：「{}」是{}，{}须由另一人同意，已放入「待复核变更」；同意后请在 24 小时内再操作一次':
    'Three administrators: {} is {}; “{}” needs the consent of a second person and waits in Changes to review. Do it again within 24 hours after that',
  '三员分立：「{}」是{}，{}须由另一人同意，现在没有别人可以复核；请由{}给第三个人授予「待复核变更」的复核权限，急用请在服务器上执行 npm run unlock -- 用户名 --reset':
    'Three administrators: {} is {}; “{}” needs the consent of a second person, and there is nobody who could give it. The {} can grant a third person the review of Changes to review; if it is urgent, run npm run unlock -- NAME --reset on the server',
  '三员分立：「{}」是{}，修改其手机号、邮箱须由另一人同意，现在没有别人可以复核':
    'Three administrators: {} is {}; changing telephone or e-mail needs the consent of a second person, and there is nobody who could give it',
  '停用「{}」后没有第二个能复核的人，须由两人办理的变更会由一人办理。{}。要让其马上不能登录，请重置密码并强制下线':
    'Without “{}” nobody else could review what takes two people. {}. To keep that person out at once, reset the password and end the sessions',
  '这样一来没有第二个能复核的人（「{}」），须由两人办理的变更会由一人办理。{}':
    'Nobody else could review what takes two people (“{}”). {}',
  '请先给另一位同事授予「待复核变更」的复核权限；不需要双人复核时，请先关闭参数「授权双人复核」（复核后生效）':
    'Let another colleague review held changes first; if two people are not wanted, switch “Two people for rights” off (which is reviewed)',
  '三员分立：「{}」是{}，不能由一人删除；请先由安全管理员收回其角色':
    'Three administrators: {} is {} and is not deleted by one person; the security administrator takes the role back first',
  '提出人在 {} 天内重置过您的密码、两步验证或手机号，您不能复核他提出的变更；请由另一位管理员复核':
    'Who asks for this has reset your password, second factor or telephone within {} days, so you cannot review it; another administrator can',
  '不能复核对自己账号的变更，请由另一位管理员复核': 'You cannot review a change of your own account; another administrator can',
  '用户已新增。{}': 'The user was added. {}',
  '安全档案为等保三级，此项{}；要放宽请先改回常规档案': 'The security profile is level 3: {}. To loosen it, go back to the standard profile first',
  '提出之后「{}」又被修改过，请驳回后重新提出': '“{}” was changed since this was asked for: refuse it and ask again',
  '该账号属于您不能修改的「{}」，不能由您办理；请由管理该资料的同事或管理员办理':
    'The account belongs to a record ({}) you may not change, so you cannot do this; whoever looks after that record or an administrator can',
  '{}应以 http:// 或 https:// 开头，例如 https://www.example.com': '{} begins with http:// or https:// (https://www.example.com)',
  '管理员只能在「管理员登录地址」的网段内使用，当前地址不在其中，请回到允许的网络或联系安全管理员':
    'Administrators work from the networks they may sign in from, and this address is none of them: go back there, or ask the security administrator',
  '查看完整号码过于频繁，请过几分钟再看；每次查看都记入系统日志': 'Too many whole numbers looked at: wait a few minutes; each look is in the log',
  '{} 个账号批量查看号码': '{} accounts looking at many numbers',
  '账号 {} 查看或查找完整号码过于频繁，已限制，{} 次，来自 {}；请在系统日志核对看了谁的号码、事由是什么':
    'Account {} looked at or for too many numbers and was slowed, {} times, from {}: see in the log whose they were, and why',
  '查看、查找完整号码过于频繁': 'Slowed: too many numbers looked at',
  '{}中不能包含用户名或密码': '{} must not hold a user name or password',
  '{}必须是公网地址，不能是本机或内网地址': '{} has to be a public address, not one of this machine or the local network',
  '{}只填到域名和端口为止，后面不带路径': '{} ends with the domain and port, without a path',
  // Passkeys
  通行密钥: 'Passkeys',
  恢复码: 'Recovery codes',
  添加通行密钥: 'Add a passkey',
  '添加通行密钥…': 'Add a passkey …',
  确认移除: 'Remove',
  改名: 'Rename',
  保存名称: 'Save the name',
  已改名: 'Renamed',
  可免密码登录: 'Signs in without a password',
  仅作第二步: 'Second step only',
  多设备同步: 'On several devices',
  还没有用过: 'Not used yet',
  通行密钥已添加: 'The passkey was added',
  用通行密钥登录: 'Sign in with a passkey',
  用通行密钥验证: 'Use a passkey',
  '请输入身份验证器中的 6 位动态验证码；手机不在身边时，可输入一个恢复码。': 'Enter the six digits of your authenticator; without your telephone, a recovery code.',
  '请用通行密钥验证；设备不在身边时，可输入一个恢复码。': 'Use your passkey; without your device, enter a recovery code.',
  '请用通行密钥验证，或输入身份验证器中的 6 位动态验证码；都不在身边时，可输入一个恢复码。':
    'Use your passkey, or enter the six digits of your authenticator; with neither at hand, a recovery code.',
  '用这台设备的指纹、面容、PIN 或安全密钥登录：可以代替密码，也可以作为密码之后的第二步。每台设备各加一把，丢失一台不影响其他。':
    'Sign in with finger, face, PIN or security key of this device: instead of the password, or as the step after it. Add one for each device; losing one leaves the others.',
  '此浏览器或网址不支持通行密钥：请用新版浏览器，从公司的 HTTPS 网址打开系统。':
    'This browser or address has no passkeys: open the console in a recent browser under the HTTPS address of the company.',
  '没有完成：已取消、已超时，或这台设备上没有本网址的通行密钥': 'Not done: cancelled, too late, or this device has no passkey for this address',
  '没有完成：已取消或已超时': 'Not done: cancelled or too late',
  '当前网址不能使用通行密钥，请从公司的网址（HTTPS）打开系统': 'This address has no passkeys; open the console under the address of the company (HTTPS)',
  '这台设备上已经有您的通行密钥，不用再添加': 'This device has a passkey of yours already',
  '这台设备不支持通行密钥，请换一台或改用动态验证码': 'This device has no passkeys; use another one, or one-time codes',
  '浏览器没有完成通行密钥的操作，请重试': 'The browser did not finish; try again',
  '验证已过期或已使用，请重新点一次': 'Too late or used already; click once more',
  '这把通行密钥没有登记在这个账号上，可能已被移除；请用其他方式登录': 'This passkey does not belong to this account, it may have been removed; sign in another way',
  '通行密钥只能在添加它的网址使用，请从该网址打开系统': 'A passkey works at the address it was added at; open the console there',
  '通行密钥没有通过验证，请重试；多次不行请用其他方式登录': 'The passkey was not accepted; try again, or sign in another way',
  '这把通行密钥没有验证指纹、面容或 PIN，不能代替密码；请先输入用户名和密码':
    'This passkey asked for no finger, face or PIN and cannot take the place of the password; enter name and password first',
  '这把通行密钥的使用次数对不上，可能被复制，已拒绝；请移除后重新添加，并告诉管理员':
    'The count of this passkey does not match, it may have been copied; remove it, add another one and tell an administrator',
  '公司要求启用两步验证，这是最后一种验证方式，不能移除；请先添加另一把通行密钥或启用动态验证码':
    'Your company wants a second factor and this is the last one; add another passkey or turn one-time codes on first',
  请先填写名称: 'Fill in a name first',
  添加于: 'Added',
  '最近使用 {}': 'Last used {}',
  '通行密钥「{}」已移除，不能再用它登录': 'The passkey “{}” was removed and signs in no more',
}
