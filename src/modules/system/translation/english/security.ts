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
  // The identity platform of a company
  管理员用密码登录: 'Administrators sign in with a password',
  统一身份认证: 'Company sign-in',
  设置统一身份认证: 'Set up company sign-in',
  'issuer 地址': 'Issuer',
  客户端编号: 'Client id',
  客户端密钥: 'Client secret',
  按什么找账号: 'Accounts are matched by',
  '用户名（工号）': 'User name',
  身份字段: 'Claim',
  按钮文字: 'Text of the button',
  第二步验证由身份平台负责: 'The platform asks the second step',
  停用密码登录: 'No passwords',
  用公司账号登录: 'Sign in with the company account',
  '已保存，不再显示': 'Saved, not shown again',
  '您在{}中取消了登录': 'You cancelled signing in at {}',
  '暂时连不上统一身份认证，请稍后再试；急用请联系管理员': 'The identity platform cannot be reached; try later, or ask an administrator if it is urgent',
  '员工在公司的身份平台（支持 OpenID Connect，如 Keycloak、Authing、竹云）登录后进入本系统；只认本公司已有的账号，不会自动新增。':
    'People sign in at the identity platform of the company (OpenID Connect, e.g. Keycloak, Authing) and come from there; accounts are matched, never made.',
  '在身份平台登记的回调地址：': 'Redirect address to register there:',
  '请先填写 issuer 地址': 'Fill in the issuer first',
  '身份平台给出的 issuer，例如 https://id.example.com/realms/main': 'The issuer as the platform names it, e.g. https://id.example.com/realms/main',
  身份平台的配置: 'What the platform says of itself',
  '登录地址：{}': 'Sign-in: {}',
  '令牌地址：{}': 'Tokens: {}',
  退出时会同时退出身份平台: 'Signing out signs out of the platform too',
  '身份平台没有退出地址，退出只退出本系统': 'The platform names no way out: signing out ends the session of this console alone',
  '支持 PKCE': 'PKCE is supported',
  '没有声明支持 PKCE，仍会使用': 'PKCE is not announced; it is used all the same',
  '加密保存，保存后不能再查看；公共客户端不填': 'Stored sealed and never shown again; empty for a public client',
  '与「用户管理」中的邮箱或用户名比较；必须是员工自己不能在身份平台随意修改的':
    'Compared with mail or user name of Users; it has to be one that people cannot change at the platform themselves',
  '身份平台返回的字段，例如 email、preferred_username、employee_number': 'As the platform gives it, e.g. email, preferred_username, employee_number',
  '打开后，从身份平台登录的人不再验证本系统的动态验证码或通行密钥': 'On: whoever comes from the platform is not asked for a code or passkey of ours',
  '普通员工只能从身份平台登录；管理员仍可用密码，以备身份平台故障':
    'Employees come by the platform alone; administrators keep their passwords for the day it is down',
  '已保存，登录页已显示该按钮': 'Saved; the button stands on the login page',
  '已保存，没有启用': 'Saved, not switched on',
  '启用统一身份认证之后才能停用密码登录，否则没有人能登录': 'Switch the platform on before passwords are switched off, or nobody signs in',
  '更换了 issuer 地址，请重新填写客户端密钥': 'The issuer was changed: enter the client secret again',
  其他方式登录被拒绝: 'Refused by another way',
  已停用密码登录: 'No passwords',
  '公司已停用密码登录，请点「{}」登录': 'Your company uses no passwords: click “{}”',
  '公司已停用统一身份认证登录，请用密码登录': 'Your company does not use its identity platform any more: sign in with a password',
  '{}没有完成登录，请重试；多次不行请联系管理员': '{} did not finish signing in; try again, or ask an administrator',
  '本公司没有{}为「{}」的账号，请联系管理员在「用户管理」中新增或填写': 'No account of the company has {} “{}”; ask an administrator to add it under Users',
  '有多个账号的{}都是「{}」，无法确定是哪一个，请联系管理员修改': 'Several accounts have {} “{}”; ask an administrator to correct that',
  '邮箱「{}」在统一身份认证中还没有验证，请先在那里验证后再登录': 'Mail “{}” is not verified at the identity platform yet; verify it there first',
  '统一身份认证没有给出您的「{}」，无法找到账号，请联系管理员': 'The identity platform does not tell your “{}”; ask an administrator',
  '登录凭据已使用或已过期，请重新点一次登录按钮': 'Used already or too late; click the button once more',
  '统一身份认证不认识本系统的客户端编号或密钥，请管理员在「安全管理」中核对': 'The identity platform refuses our client id or secret; an administrator checks them under Security',
  '统一身份认证返回的内容没有通过核对，已拒绝；请重试，多次不行请联系管理员': 'What the identity platform answered was refused; try again, or ask an administrator',
  登录回调地址: 'Redirect address',
  更换密钥: 'Replace the secret',
  '没有启用，所有人用本系统的密码或通行密钥登录': 'Not used: everybody signs in with a password or passkey of this console',
  '三员分立时，管理员须用密码或通行密钥登录，不能由其他平台代为证明':
    'While the three duties are divided, administrators sign in with a password or passkey, not by the word of another platform',
  '源代码与许可':
    'Source and licence',
  '本系统由自由软件租运通（版本 {}）提供，以 GNU Affero 通用公共许可证第 3 版（AGPL-3.0-only）发布，不提供任何担保。':
    'This system runs the free software Zuyuntong (version {}), published under the GNU Affero General Public License, version 3 (AGPL-3.0-only), without any warranty.',
  '通过网络使用本系统的人，都可以按许可证第 13 条免费取得正在运行的这一版本的源代码，并可以使用、修改和再发布。':
    'Whoever uses this system over a network may have the source of the very version that runs, free of charge (section 13 of the licence), and may use, change and publish it.',
  '取得源代码':
    'The source',
  '运行本系统的单位把源代码公布在：':
    'Whoever runs this system publishes its source at: ',
  '本服务器上没有完整的源代码，请向运行本系统的单位索取；按许可证第 13 条，对方须免费提供。':
    'The whole source is not on this server. Ask whoever runs this system: by section 13 of the licence they give it free of charge.',
  '本服务器上没有完整的源代码，请向运行本系统的单位索取':
    'The whole source is not on this server: ask whoever runs this system',
  '源代码公布在 {}，请从那里取得':
    'The source is published at {}: get it there',
  '下载源代码':
    'Download the source',
  '由本服务器提供，就是正在运行的程序的源代码，含构建与安装所需的脚本；第一次下载先要打包，请等它开始。':
    'From this server: the source of the program that runs, with the scripts that build and install it. The first download is packed first: wait until it begins.',
  '许可证与声明':
    'Licence and notices',
  '许可证全文（AGPL-3.0，英文）':
    'The licence (AGPL-3.0)',
  '声明：随程序分发的他人作品':
    'Notice: works of others that travel with the program',
  '使用的软件包':
    'Packages',
  '随程序分发的其他组件的许可证原文（{} 份）':
    'Licences of other components that come with the program ({})',
  '随程序分发的 {} 个软件包及其许可证':
    '{} packages that travel with the program, and their licences',
  '没有这份许可证，请刷新后重新选择':
    'There is no such licence: load the page again and choose one',
  '没有读到，请检查网络后重新打开':
    'Not read: check the network and open it again',
  '登录方式':
    'Way to sign in',
  '{}须由另一人复核后生效，已放入「待复核变更」；可以复核的有：{}':
    '{}: in force once somebody else has looked; see Changes to review. Who may: {}',
  '{} 于 {} 提出的修改待复核，通过后才生效':
    '{} asked for a change at {}; it waits to be reviewed, and is in force after that',
  '可以复核的有：{}':
    'Who may review: {}',
  '现在没有可以复核的人，请联系管理员':
    'Nobody may review it now: ask the administrator',
  '去复核':
    'Review',
  '{}提出的修改待{}复核，通过后才生效':
    'A change asked for by {} waits for {}, and is in force after that',
  '三员分立：登录方式的修改须由另一人复核，现在没有别人可以复核；请先给审计管理员授予「待复核变更」的复核权限':
    'Three administrators: a change of the ways to sign in needs a second person, and there is nobody else who could review. Grant the audit administrator the review of Changes to review first',
  '「{}」的修改':
    'Change of “{}”',
  '{}的密钥（打开了扫码登录）':
    'Secret of {} (signs people in)',
  号码密钥: 'Keys of numbers',
  '密钥服务（Vault transit）': 'Key service (Vault transit)',
}
