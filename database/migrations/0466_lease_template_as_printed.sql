-- lease_template_as_printed
-- Written by hand, by decision 0095. Companies that took over the delivered text of 租赁合同 unchanged get the new one as a version of its
-- own: it is the contract as it is printed. Who changed the text keeps it; what was agreed stands behind it as an annex. Flows that run, and drafts,
-- keep the version they began with. Company by company: no row of a company is seen without it.

do $$
declare
  company bigint;
  lease record;
  new_text constant text := $text$# 车辆租赁合同

根据《中华人民共和国民法典》及有关规定，甲乙双方在平等、自愿的基础上，就车辆租赁事宜订立本合同。

{{contract.paper}}

## 五、电子签署
双方同意以数据电文形式订立本合同，并采用电子签名；双方认可经手机验证码确认或者由甲方工作人员当面见证的电子签名与手写签名、盖章具有同等效力。签名证书由甲方的本机系统签发，不是依法设立的第三方电子认证服务提供者的认证。

合同编号：{{contract.no}}　　签署日期：{{today}}

〔甲方签章〕 〔乙方签章〕$text$;
  old_sha constant text := 'c0e6b80d01573f5d2731acad76b8aa250ca1de9fb8ce55a94284883fe7712736';
begin
  for company in select id from operator loop
    perform set_config('app.operator_id', company::text, true);
    for lease in
      select id, status, coalesce(version_no, 0) as version_no from sign_template
      where operator_id = company and deleted_at is null and kind = 'text'
        and encode(sha256(convert_to(btrim(text, E' \n\r\t'), 'UTF8')), 'hex') = old_sha
    loop
      update sign_template
      set text = new_text, version = version + 1, updated_at = now(), version_no = case when status = 'draft' then version_no else lease.version_no + 1 end
      where operator_id = company and id = lease.id;
      if lease.status <> 'draft' then
        insert into sign_template_version (operator_id, template, seq, text, components, roles, sha256, published_at)
        values (company, lease.id, lease.version_no + 1, new_text, '[]', '甲方、乙方', 'd1b347b9dad0c84cb689ea482d5fbe44f926ad255b39f093df630aa153713663', now());
      end if;
    end loop;
  end loop;
  perform set_config('app.operator_id', '', true);
end
$$;
