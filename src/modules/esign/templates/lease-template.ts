/** 租赁合同 as delivered: the contract as it is printed, and what the parties agree about signing it electronically. */
export const LEASE_TEMPLATE = `# 车辆租赁合同

根据《中华人民共和国民法典》及有关规定，甲乙双方在平等、自愿的基础上，就车辆租赁事宜订立本合同。

{{contract.paper}}

## 五、电子签署
双方同意以数据电文形式订立本合同，并采用电子签名；双方认可经手机验证码确认或者由甲方工作人员当面见证的电子签名与手写签名、盖章具有同等效力。签名证书由甲方的本机系统签发，不是依法设立的第三方电子认证服务提供者的认证。

合同编号：{{contract.no}}　　签署日期：{{today}}

〔甲方签章〕 〔乙方签章〕
`
