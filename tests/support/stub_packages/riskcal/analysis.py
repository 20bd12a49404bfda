def get_beta_from_pld(pld, alpha=None):
    return alpha / (1 + pld.value)


def get_advantage_from_pld(pld):
    return 7000 + pld.value


def get_bayes_risk_from_pld(pld, prior):
    return prior / (2 + pld.value)
